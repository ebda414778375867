// A port of pe_lib/law.py.

const EULER_GAMMA = 0.5772156649015329;

/** 1 - (ln k + gamma) / ln B: the law between the shortest and the longest wavelength. */
export const similarityLaw = (offset, base) =>
  1 - (Math.log(offset) + EULER_GAMMA) / Math.log(base);
