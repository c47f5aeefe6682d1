import type { Refused } from './refused.ts';

/** Servers are found by their numbers. */
export const noServer = (id: number | string): Refused => ({
  status: 404,
  message: `there is no server ${id}: list the servers to see which there are`,
});
