// What a prediction draws and replies, without a page.

import { Predictor } from "../../pe_book/renderer/predict.mjs";

/** The trace and the reply of guesses, in an explorer whose view has these values. */
export function predicted(prediction, wording, values, guesses) {
  const made = Object.create(Predictor.prototype);
  const explorer = { values: () => values };
  Object.assign(made, { prediction, wording, guesses, explorer, places: values.places });
  made.guessed = true;
  return { trace: made.drawn(), reply: made.reply() };
}
