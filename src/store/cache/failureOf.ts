import { ApiError, type Failure } from '../../api/failure.ts';

/** The failure behind an error. The client throws only ApiError; any other error comes from processing the answer. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error.failure;
  return { kind: 'malformed', message: `The answer could not be read: ${String(error)}` };
}
