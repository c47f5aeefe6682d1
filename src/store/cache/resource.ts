import type { Api, CallOptions } from '../../api/client.ts';
import { contract, type Input, type OperationId, type Output } from '../../api/contract/index.ts';
import { isExtension, namesObject } from '../../api/operation.ts';
import { type PollPace, TABLE, USUAL_MS } from './table.ts';

/** The previous answer, and callbacks for the age and the tag of the next one. */
interface ResourceReadOptions extends Pick<CallOptions, 'previous' | 'previousTag' | 'onAge' | 'onTag'> {
  /** The current time, in milliseconds since the epoch. */
  readonly now?: number;
}

/** One read of the service that is repeated while it is watched. */
export interface Resource<T = unknown> extends PollPace<T> {
  /** Identifies the entry of the cache; resources with equal keys must read the same data. */
  readonly key: string;
  /** The operations that it calls. */
  readonly operations: readonly OperationId[];
  /** Rejects with ApiError. */
  read(api: Api, signal: AbortSignal, more?: ResourceReadOptions): Promise<T>;
  /**
   * True if the resource names an object that may not exist, or is an extension that the service may lack. A 404 then
   * counts as an answer and drops the previous data; for other resources a 404 counts as a failure, for example of a
   * proxy.
   */
  readonly mayBeMissing: boolean;
  /** Set if the resources that it is read with are shown without it when it cannot be read. */
  readonly isOptional?: true;
  /** False for an optional resource whose first answer is not waited for. */
  readonly isAwaited?: false;
}

/** The resources of a screen or a dialog, by name. */
export type Reads = Readonly<Record<string, Resource>>;

/** The data of a set of resources, by the same names. */
export type DataOf<R extends Reads> = {
  readonly [Name in keyof R]: R[Name] extends Resource<infer T> ? T : never;
};

/** The arguments of `resource` after the operation: the input may be omitted if nothing in it is required. */
type InputArgs<Id extends OperationId> =
  unknown extends Input<Id>
    ? []
    : Partial<Input<Id>> extends Input<Id>
      ? [input?: Input<Id>]
      : [input: Input<Id>];

type ReadCall<Id extends OperationId> = (input: unknown, options: CallOptions) => Promise<Output<Id>>;

/** The cache key of an operation with an input. */
export const keyOf = (id: OperationId, input: unknown = {}): string => `${id} ${JSON.stringify(input)}`;

/** The resource for one operation with one input, polled as the table says. */
export const resource = <Id extends OperationId>(
  id: Id,
  ...[input]: InputArgs<Id>
): Resource<Output<Id>> => ({
  everyMs: USUAL_MS,
  ...TABLE[id],
  key: keyOf(id, input),
  operations: [id],
  mayBeMissing: namesObject(contract[id]) || isExtension(contract[id]),
  read: (api, signal, more) => (api[id] as ReadCall<Id>)(input ?? {}, { ...more, signal }),
});

/** The definition of a composed resource. */
interface Composition<T> extends Partial<Pick<Resource<T>, 'everyMs' | 'operations'>> {
  /** Its name and everything that its requests depend on. */
  readonly key: readonly unknown[];
  readonly read: Resource<T>['read'];
}

/**
 * A resource of several requests, for example if one depends on the answer to another, or of data from another source.
 */
export const composed = <T>({
  key,
  read,
  everyMs = USUAL_MS,
  operations = [],
}: Composition<T>): Resource<T> => ({
  key: JSON.stringify(key),
  everyMs,
  operations,
  read,
  mayBeMissing: true,
});

/** Makes a resource optional: the resources that it is read with are shown even if it cannot be read. */
export const optionally = <T>(wanted: Resource<T>): Resource<T | undefined> => ({
  ...(wanted as Resource<T | undefined>),
  isOptional: true,
});

/** Makes a resource optional, and the resources that it is read with are shown before it is read: it may take long. */
export const unawaited = <T>(wanted: Resource<T>): Resource<T | undefined> => ({
  ...optionally(wanted),
  isAwaited: false,
});
