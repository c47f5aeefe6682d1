import { ApiError, type Failure } from '../../src/api/failure.ts';

/** The failure of a rejected call. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error instanceof ApiError) return error.failure;
  throw new Error('expected an ApiError', { cause: error });
}
