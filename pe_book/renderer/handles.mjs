// What the reader takes hold of in a figure: declare/handles.py declares what moves which setting. A mouse or pen
// drags anywhere in a panel, a finger drags the handle, and a tap selects; elsewhere a swipe scrolls the page.

const TAP_RADIUS = 10; // pixels that a finger may move in a tap

export class Handles {
  /** Handles on the drawing of an explorer. */
  constructor(drawing, drags, explorer) {
    Object.assign(this, { drawing, explorer, active: null });
    const { host } = drawing;
    this.handles = drags.map((drag) => {
      const element = host.appendChild(document.createElement("span"));
      element.className = `pe-handle pe-${drag.style ?? drag.kind}`;
      element.setAttribute("aria-hidden", "true"); // the slider is the way by key and screen reader
      return { drag, element };
    });
    if (!drags.length) return;
    host.classList.toggle("pe-held-sideways", drags.every(isSideways));
    host.addEventListener("pointerdown", (event) => this.press(event));
    host.addEventListener("pointermove", (event) => this.move(event));
    host.addEventListener("pointerup", (event) => this.release(event));
    host.addEventListener("pointercancel", () => this.cancel());
  }

  /** Put each handle where its settings are. */
  place() {
    for (const { drag, element } of this.handles) {
      const at = this.tip(drag);
      element.hidden = !at;
      if (!at) continue;
      const { width, height } = this.drawing;
      element.style.left = `${(100 * at[0]) / width}%`;
      element.style.top = `${(100 * at[1]) / height}%`;
      if (drag.kind === "reorder") this.fitToRow(drag, element);
    }
  }

  /** The handle of a thing in a row is as wide as the thing and as high as the row. */
  fitToRow({ axes }, { style }) {
    const [across, down] = this.drawing.place(...axes);
    style.width = `${(100 * Math.abs(across.unit)) / this.drawing.width}%`;
    style.height = `${(100 * down.size) / this.drawing.height}%`;
  }

  /** The handle's place in the drawing's pixels, or null where it is not to be seen. */
  tip(drag) {
    const axes = this.drawing.place(...drag.axes);
    let place = axes.map((axis) => axis.low + axis.size / 2);
    if (drag.tip) {
      const trace = this.drawing.traces[drag.tip[0]];
      const point = [trace.x.at(drag.tip[1]), trace.y.at(drag.tip[1])];
      if (point.some((value) => value === null || value === undefined)) return null;
      place = axes.map((axis, i) => axis.at(point[i]));
    } else if (drag.kind === "reorder") {
      place[0] = axes[0].at(drag.place);
    } else {
      [drag.x, drag.y].forEach((name, i) => {
        if (name)
          place[i] = axes[i].at(this.explorer.controls.coordinate(name) + this.origin(drag, i));
      });
    }
    return axes.every((axis, i) => axis.holds(place[i])) ? place : null;
  }

  origin({ origin }, i) {
    return origin ? this.explorer.settings()[origin[i]] : 0;
  }

  press(event) {
    if (!event.isPrimary || event.button !== 0) return;
    const held = this.handles.find(({ element }) => element === event.target);
    const finger = event.pointerType === "touch";
    const drag = held?.drag ?? this.panelAt(event);
    if (!drag) return;
    this.active = { drag, id: event.pointerId, start: [event.clientX, event.clientY] };
    this.active.grip = held ? this.gripOn(drag, event) : [0, 0];
    this.active.angle = drag.kind === "rotate" ? this.angle(drag, event) : 0;
    if (drag.kind === "reorder")
      this.active.moves = this.explorer.view.values[drag.moves][drag.place];
    this.active.turned = this.explorer.settings()[drag.setting];
    // Until a finger has moved, it may be the beginning of a swipe over the page.
    if (!held && finger) return;
    event.preventDefault();
    this.begin();
    if (!held) this.apply(event);
  }

  begin() {
    this.active.moving = true;
    this.drawing.host.setPointerCapture(this.active.id);
    this.drawing.host.dataset.dragging = "";
  }

  /** The first drag in whose panel an event is; a hand is taken by its handle alone. */
  panelAt(event) {
    const [left, top] = this.drawing.pixel(event.clientX, event.clientY);
    const found = this.handles.find(({ drag }) => {
      const [across, up] = this.drawing.place(...drag.axes);
      const free = drag.kind === "drag" && !drag.origin && !drag.scale;
      return free && across.holds(left) && up.holds(top);
    });
    return found?.drag;
  }

  /** How far from the handle's middle the reader has taken it, so that it does not jump. */
  gripOn(drag, event) {
    const at = this.tip(drag);
    return this.drawing.pixel(event.clientX, event.clientY).map((value, i) => value - at[i]);
  }

  move(event) {
    const { active } = this;
    if (active?.id !== event.pointerId) return;
    if (!active.moving) {
      if (!isSideways(active.drag) || !goesSideways(active.start, event)) return;
      this.begin();
    }
    this.apply(event);
  }

  apply(event) {
    const { drag } = this.active;
    const moved = { rotate: "rotated", reorder: "reordered", drag: "dragged" }[drag.kind];
    this.set(this[moved](event));
  }

  set(moved) {
    const now = this.explorer.settings();
    const changed = Object.entries(moved ?? {})
      .map(([name, value]) => [name, this.explorer.controls.nearest(name, value)])
      .filter(([name, value]) => value !== now[name]);
    if (!changed.length) return;
    this.active.applied = true;
    this.explorer.drag(Object.fromEntries(changed));
  }

  dragged(event) {
    const { drag, grip } = this.active;
    const at = this.drawing.pixel(event.clientX, event.clientY);
    const place = this.drawing.place(...drag.axes).map((axis, i) => axis.valueAt(at[i] - grip[i]));
    const [start, unit] = drag.scale ?? [0, 1];
    const found = {};
    [drag.x, drag.y].forEach((name, i) => {
      if (name) found[name] = (place[i] - start) / unit - this.origin(drag, i);
    });
    return found;
  }

  /** The setting of the place under the pointer, once that is another than at first. */
  reordered(event) {
    const { drag, grip, moves, applied } = this.active;
    const at = this.drawing.pixel(event.clientX, event.clientY)[0] - grip[0];
    const place = Math.round(this.drawing.place(...drag.axes)[0].valueAt(at));
    if (!applied && place === drag.place) return null;
    return { [drag.setting]: moves[Math.max(0, Math.min(moves.length - 1, place))] };
  }

  /** Add what the hand has turned since the last event, so that whole turns count. */
  rotated(event) {
    const { active } = this;
    const { drag } = active;
    const now = this.angle(drag, event);
    const step = now - active.angle;
    active.angle = now;
    const shortest = step - 2 * Math.PI * Math.round(step / (2 * Math.PI));
    active.turned += shortest / this.given(drag.radians);
    return { [drag.setting]: active.turned };
  }

  /** What a handle declares, or the value of the view that it names. */
  given(declared) {
    return typeof declared === "string" ? this.explorer.view.values[declared] : declared;
  }

  /** The angle of an event around a hand's center, clockwise from the top. */
  angle({ axes, center }, event) {
    const at = this.drawing.pixel(event.clientX, event.clientY);
    const middle = this.given(center);
    const [x, y] = this.drawing.place(...axes).map((axis, i) => at[i] - axis.at(middle[i]));
    return Math.atan2(x, -y);
  }

  release(event) {
    const { active } = this;
    if (active?.id !== event.pointerId) return;
    const [x, y] = active.start;
    const tapped = Math.hypot(event.clientX - x, event.clientY - y) <= TAP_RADIUS;
    if (tapped && !active.applied) this.tap(event);
    this.cancel();
  }

  tap(event) {
    const { drag, moves } = this.active;
    this.active.grip = [0, 0];
    if (drag.kind === "drag") this.apply(event);
    if (drag.kind === "reorder")
      this.set({ [drag.setting]: moves[drag.place + 1] ?? moves.at(-2) });
  }

  /** The pointer was lifted, or a scroll of the page has taken the finger. */
  cancel() {
    const { active } = this;
    this.active = null;
    delete this.drawing.host.dataset.dragging;
    // A swipe over the figure has moved nothing, so there is nothing to announce.
    if (active?.applied) this.explorer.settle();
  }
}

/** Whether a finger has gone too far sideways for a tap or for a swipe over the page. */
function goesSideways([x, y], { clientX, clientY }) {
  const [right, down] = [Math.abs(clientX - x), Math.abs(clientY - y)];
  return right > TAP_RADIUS && right >= down;
}

const isSideways = (drag) => drag.kind === "reorder" || (drag.kind === "drag" && drag.y === null);
