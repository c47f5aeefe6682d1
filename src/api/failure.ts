/**
 * The reason why a call failed. Calls that are `refused` (read-only mode, invalid input, no safe way to send the token),
 * or `unreachable` and `notSent`, were never sent. After every other kind except `rejected` a write may have taken effect.
 */
export type Failure =
  | { readonly kind: 'unreachable'; readonly message: string; readonly notSent?: true }
  | { readonly kind: 'timeout'; readonly message: string; readonly afterMs: number }
  | {
      readonly kind: 'rejected';
      readonly message: string;
      readonly status: number;
      /** The operation is an extension of the interface that this service lacks. */
      readonly notOffered?: true;
    }
  | { readonly kind: 'malformed'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'cancelled'; readonly message: string };

/** The only error that calls of the client reject with. Its message is safe for the screen and limited in length. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.failure = failure;
  }
}

/** The statuses of a proxy whose upstream service failed or did not answer in time. */
const GATEWAY_STATUSES = new Set([502, 504]);

/** True if a failed write may have taken effect, so that the state must be read again. */
export function outcomeUnknown(failure: Failure): boolean {
  switch (failure.kind) {
    case 'timeout':
    case 'malformed':
    case 'cancelled':
      return true;
    case 'unreachable':
      return failure.notSent !== true;
    case 'rejected':
      return GATEWAY_STATUSES.has(failure.status);
    case 'refused':
      return false;
  }
}
