// How far each form of the table is from the truth at a position. Twin of ../accuracy.py: each form
// one rounded operation after the other, with the nearest number for every sine and exponential, so
// that both languages find the same errors.

import { blockRows } from "./encoding.mjs";
import { BITS, expMinus, fromFloat, log, nearest, quarterTurns, sinCos } from "./exact.mjs";

/** What each form is, in words. */
export const FORMS = {
  tutorial: "PyTorch tutorial, float32",
  vectorized: "vectorized, float64",
  exp_log: "exp/log, float64",
  rotation_float32: "rotations, float32",
  rotation: "rotations, float64",
};

/** Each form's largest error in the row of a whole position from 0 to 2**29 - 1. */
export function formErrors(position, dModel, base = 10000) {
  const logBase = log(base);
  const largest = Object.fromEntries(Object.keys(FORMS).map((form) => [form, 0]));
  for (let j = 0; 2 * j < dModel; j++) {
    const step = expMinus((2n * BigInt(j) * logBase) / BigInt(dModel));
    const truth = sinCos(quarterTurns(BigInt(position) * step));
    const columns = Math.min(2, dModel - 2 * j); // the last sine of an odd dModel is alone
    for (const [form, pair] of Object.entries(pairs(position, j, dModel, logBase, step))) {
      for (let k = 0; k < columns; k++) {
        largest[form] = Math.max(largest[form], distance(pair[k], truth[k]));
      }
    }
  }
  return largest;
}

// The sine and cosine of pair j at position p in every form.
function pairs(p, j, dModel, logBase, step) {
  const exponent = (2 * j) / dModel;
  const power = nearest(expMinus((fromFloat(exponent) * logBase) >> BITS));
  const ln = nearest(logBase);
  const expLog = nearest(expMinus(fromFloat(2 * j * (ln / dModel))));
  const divTerm = single(nearest(expMinus(fromFloat(single(2 * j * single(ln / dModel))))));
  const rotation = rotated(p, dModel, step);
  return {
    tutorial: sineCosine(single(single(p) * divTerm)).map(single),
    vectorized: sineCosine(p * power),
    exp_log: sineCosine(p * expLog),
    rotation_float32: rotation.map(single),
    rotation,
  };
}

// A pair by one rotation, from its true row of the first block and its block's turn.
function rotated(p, dModel, step) {
  const near = p % blockRows(dModel);
  const [sine, cosine] = sinCos(quarterTurns(BigInt(near) * step)).map(nearest);
  const [sineFar, cosineFar] = sinCos(quarterTurns(BigInt(p - near) * step)).map(nearest);
  return [sine * cosineFar + cosine * sineFar, cosine * cosineFar - sine * sineFar];
}

const sineCosine = (angle) => sinCos(quarterTurns(fromFloat(angle))).map(nearest);

// |value - truth|, to float64 precision however close they are.
function distance(value, truth) {
  const difference = fromFloat(value) - truth;
  return nearest(difference < 0n ? -difference : difference);
}

const single = Math.fround;
