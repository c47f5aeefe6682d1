import type { Refused } from './refused.ts';

/** Refusal: a setting that is not set cannot be returned to its default. */
export const notSet = (name: string): Refused => ({
  status: 404,
  message: `${name} is not set: it has its default`,
});
