/**
 * Everything that can go wrong with a call, in one channel. `refused` never left this program (read-only
 * mode, bad input, no safe way to send the token), and neither did what is `unreachable` and `notSent`;
 * after every other kind but `rejected` a write may have taken effect.
 */
export type Failure =
  | { readonly kind: 'unreachable'; readonly message: string; readonly notSent?: true }
  | { readonly kind: 'timeout'; readonly message: string; readonly afterMs: number }
  | {
      readonly kind: 'rejected';
      readonly message: string;
      readonly status: number;
      /** It is an extension of the interface that this service lacks. */
      readonly notOffered?: true;
    }
  | { readonly kind: 'malformed'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'cancelled'; readonly message: string };

/** The one error that a call of the client rejects with. Its message is cleaned and cut for the screen. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.failure = failure;
  }
}

/** The statuses that a proxy answers when the service behind it broke off or did not answer in time. */
const GATEWAY_STATUSES = new Set([502, 504]);

/** Tells whether a failed write may have taken effect all the same, so that the state must be read again. */
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
