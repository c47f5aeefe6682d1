import type { Refused } from './refused.ts';

/** Only a setting that was made can return to its default. */
export const notSet = (name: string): Refused => ({
  status: 404,
  message: `${name} is not set: it has its default`,
});
