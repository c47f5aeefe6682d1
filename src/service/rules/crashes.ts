import type { Refused } from './refused.ts';

/** There is no crash report of that id. */
export const noCrash = (id: string): Refused => ({
  status: 404,
  message: `there is no crash report ${id}: GET /extensions/crashes lists them`,
});
