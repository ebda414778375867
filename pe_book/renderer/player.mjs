// Play: a slider that steps on by itself until the reader stops it, moves something, or looks elsewhere.

const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";
const REDUCED_MOTION_STEP_MS = 1000; // between two steps, for readers who prefer reduced motion

export class Player {
  /** `step` moves the slider that a control names. */
  constructor(element, step) {
    Object.assign(this, { element, step, playing: null });
  }

  /** Begin at the control, or stop where it plays; whether it plays now. */
  toggle({ name, pace, continuous }, button) {
    if (this.playing) {
      this.stop();
      return false;
    }
    const { matches: calm } = matchMedia(REDUCED_MOTION);
    const watch = new IntersectionObserver(([seen]) => seen.isIntersecting || this.stop());
    watch.observe(this.element);
    button.textContent = "Pause";
    button.dataset.playing = "";
    const stepMs = calm ? REDUCED_MOTION_STEP_MS : 1000 / pace;
    const step = () => this.step(name);
    this.playing = { button, watch, stepMs, timer: setInterval(step, stepMs) };
    if (continuous && !calm) step();
    return true;
  }

  stop() {
    if (!this.playing) return;
    const { button, watch, timer } = this.playing;
    this.playing = null;
    clearInterval(timer);
    watch.disconnect();
    button.textContent = "Play";
    delete button.dataset.playing;
  }
}
