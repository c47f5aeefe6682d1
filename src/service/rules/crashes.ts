import { notFound, type Refused } from './refused.ts';

/** Refusal: no crash report has this id. */
export const noCrash = (id: string): Refused =>
  notFound(`there is no crash report ${id}: GET /extensions/crashes lists them`);
