// What a prediction draws and replies, without a page.

import { Predictor } from "../../pe_book/renderer/predict.mjs";

/** The trace and the reply of guesses, in an explorer whose view has these values. */
export function predicted(prediction, wording, values, guesses) {
  const made = Object.create(Predictor.prototype);
  const explorer = { view: { values } };
  Object.assign(made, { prediction, wording, guesses, explorer, places: values.places });
  made.guessed = true;
  return { trace: made.drawn(), reply: made.reply() };
}

/** The guesses after a pointer has drawn through points of a figure whose pixels are its values. */
export function drawn(prediction, values, points) {
  const made = Object.create(Predictor.prototype);
  const axis = { at: (value) => value, valueAt: (pixel) => pixel };
  const guesses = values.answers.map(() => prediction.start);
  Object.assign(made, { prediction, guesses, places: values.places, last: null });
  made.axes = () => [axis, axis];
  made.changed = () => {};
  for (const point of points) made.draw(point);
  return made.guesses;
}
