import type { Input, OperationId, Output } from '../api/contract/index.ts';
import type { InjectedFault, RawInput } from '../api/transport.ts';
import type { Decisions } from './decisions.ts';
import type { DownloadSource } from './downloads.ts';

/** The context in which an engine serves a call. */
export interface CallContext {
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  /** The caller, for `Task.startedBy`. */
  readonly by: string;
}

/** Serves one operation. It declines by throwing a Refusal; any other error is a bug in the engine. */
export type Handler<Id extends OperationId> = (
  input: Input<Id>,
  context: CallContext,
) => Promise<Output<Id>> | Output<Id>;

/**
 * An operation that an engine cannot do. It is answered with status 501 and this reason, which ends the sentence "not
 * possible on this cluster: …".
 */
export interface Unsupported {
  readonly unsupported: string;
}

/** Handlers of the given operations, by default of all. */
export type Served<Ids extends OperationId = OperationId> = { readonly [Id in Ids]: Handler<Id> };

/** A handler without the types of its operation, called with an input that was checked against them. */
export type AnyHandler = (input: RawInput, context: CallContext) => unknown;

/** Handlers of the operations `ids`, by default of all in `handlers`, each made by `change` from the one there. */
export const mapHandlers = <Ids extends OperationId>(
  handlers: Served<Ids>,
  change: (handler: AnyHandler, id: Ids) => AnyHandler,
  ids = Object.keys(handlers) as Ids[],
): Served<Ids> =>
  Object.fromEntries(ids.map((id) => [id, change(handlers[id] as AnyHandler, id)])) as unknown as Served<Ids>;

/** Every operation, served or declined. An engine that leaves one out does not compile. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> | Unsupported };

/**
 * Part of an engine's handlers. An object that `satisfies` it keeps its own type, which says which operations it
 * serves.
 */
export type Section = Partial<Handlers>;

/** A cluster behind the interface: for each operation a handler, or the reason why there is none. */
export interface Engine {
  readonly name: string;
  readonly handlers: Handlers;
  /** The files behind download URLs, if the engine has files that are too large for an answer. */
  readonly downloads?: DownloadSource;
  /** Requested changes of the CRUSH map, if the engine lets an operator decide about them. */
  readonly decisions?: Decisions;
  /** Lists what was deliberately done to a simulated cluster. No operation of the interface reveals it. */
  readonly injectedFaults?: () => readonly InjectedFault[];
  /** Releases processes, timers and connections. */
  close(): Promise<void>;
}

/** The status codes with which an engine declines a call. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 501 | 503 | 507;

/** Thrown by an engine that declines a call. The message is for the operator and says what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: RefusalStatus;

  constructor(status: RefusalStatus, message: string) {
    super(message);
    this.status = status;
  }
}

/** Thrown by an engine that cannot say if a change has taken effect, or still will. Callers get status 504 of a change. */
export class UnknownOutcome extends Refusal {
  constructor(message: string) {
    super(503, message);
  }
}

/** Makes a handler of failures that handles a refusal, with one of the statuses if any are given, and throws the rest. */
export const ifRefused =
  <T>(handle: (refusal: Refusal) => T, ...statuses: readonly RefusalStatus[]) =>
  (failure: unknown): T => {
    const isExpected =
      failure instanceof Refusal && (statuses.length === 0 || statuses.includes(failure.status));
    if (isExpected) return handle(failure);
    throw failure;
  };

/**
 * The refusal of something that this kind of cluster cannot do. `reason` ends the sentence "not possible on this
 * cluster: …".
 */
export const notPossible = (reason: string): Refusal =>
  new Refusal(501, `not possible on this cluster: ${reason}`);
