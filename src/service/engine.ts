import type { Input, OperationId, Output } from '../api/contract/index.ts';
import type { Deed } from '../api/transport.ts';
import type { Decisions } from './decisions.ts';
import type { DownloadSource } from './downloads.ts';

/** The circumstances of a call that an engine serves. */
export interface CallContext {
  /** Aborted when the caller has gone away. */
  readonly signal: AbortSignal;
  /** Who asks, for `Task.startedBy`. */
  readonly by: string;
}

/**
 * Serves one operation. What it declines it throws as a Refusal; any other error is a fault of the engine.
 */
export type Handler<Id extends OperationId> = (
  input: Input<Id>,
  context: CallContext,
) => Promise<Output<Id>> | Output<Id>;

/** An operation that an engine cannot do: answered with 501 and this reason, which ends "not possible on this cluster: ". */
export interface Unsupported {
  readonly unsupported: string;
}

/** Operations that are served; all of them unless named. */
export type Served<Ids extends OperationId = OperationId> = { readonly [Id in Ids]: Handler<Id> };

/** Every operation, served or declined. An engine that leaves one out does not compile. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> | Unsupported };

/** A part of an engine's handlers: a section `satisfies` it, so that its own type says which operations it serves. */
export type Section = Partial<Handlers>;

/** A cluster behind the interface: one handler per operation, or the reason why it has none. */
export interface Engine {
  readonly name: string;
  readonly handlers: Handlers;
  /** The files that the `url` of a download points to, where the engine has files that do not fit into an answer. */
  readonly downloads?: DownloadSource;
  /** Where there are changes of the CRUSH map to decide about. */
  readonly decisions?: Decisions;
  /** Tells what was done on purpose to a simulated cluster. No operation of the interface does. */
  readonly deeds?: () => readonly Deed[];
  /** Releases processes, timers and connections. */
  close(): Promise<void>;
}

/** The status codes with which an engine declines a call; nothing has changed when it does. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 501 | 503 | 507;

/** An engine's "no": the message is for the operator and says what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: RefusalStatus;

  constructor(status: RefusalStatus, message: string) {
    super(message);
    this.status = status;
  }
}

/** The refusal of what this kind of cluster cannot do; `reason` ends the sentence "not possible on this cluster: …". */
export const notPossible = (reason: string): Refusal =>
  new Refusal(501, `not possible on this cluster: ${reason}`);
