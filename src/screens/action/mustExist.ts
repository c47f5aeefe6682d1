import { ApiError } from '../../api/failure.ts';

/** Requires that something was found. @throws ApiError with status 404, like a service would answer */
export function mustExist<T>(found: T | undefined, what: string): T {
  if (found !== undefined) return found;
  throw new ApiError({ kind: 'rejected', status: 404, message: `there is no ${what}` });
}
