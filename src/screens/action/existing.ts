import { ApiError } from '../../api/failure.ts';

/** The part of an answer that was looked for. @throws ApiError as a service answers that it does not exist */
export function existing<T>(found: T | undefined, what: string): T {
  if (found !== undefined) return found;
  throw new ApiError({ kind: 'rejected', status: 404, message: `there is no ${what}` });
}
