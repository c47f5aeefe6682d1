import type { Refused } from './refused.ts';

/** Refusal: no crash report has this id. */
export const noCrash = (id: string): Refused => ({
  status: 404,
  message: `there is no crash report ${id}: GET /extensions/crashes lists them`,
});
