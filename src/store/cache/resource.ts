import type { Api, CallOptions } from '../../api/client.ts';
import { contract, type Input, type OperationId, type Output } from '../../api/contract/index.ts';
import { isExtension } from '../../api/operation.ts';
import { type PollPace, TABLE, USUAL_MS } from './table.ts';

/** The last answer, and who is told how old the next one is. */
type ReadOptions = Pick<CallOptions, 'previous' | 'onAge'>;

/** One read of the service that is made again and again while somebody watches. */
export interface Resource<T = unknown> extends PollPace<T> {
  /** Equal keys are one entry of the cache, whoever asks; they read the same. */
  readonly key: string;
  /** The operations that it reads with. */
  readonly operations: readonly OperationId[];
  /** Rejects with ApiError. */
  read(api: Api, signal: AbortSignal, more?: ReadOptions): Promise<T>;
  /**
   * Names something that may not exist, or is an extension that the service may lack. That it does not is an answer then,
   * and what was known of it is gone; anywhere else a 404 is a failure of what stands between here and the service.
   */
  readonly mayBeMissing: boolean;
  /** Other parts are shown without it, where it cannot be read. */
  readonly isOptional?: true;
}

/** A named set of resources, as a screen or a dialog reads it. */
export type Reads = Readonly<Record<string, Resource>>;

/** The data of a set of resources, by the names that they were given. */
export type DataOf<R extends Reads> = {
  readonly [Name in keyof R]: R[Name] extends Resource<infer T> ? T : never;
};

/** The arguments of a resource: the input may be left out where nothing in it is required. */
type InputArgs<Id extends OperationId> =
  unknown extends Input<Id>
    ? []
    : Partial<Input<Id>> extends Input<Id>
      ? [input?: Input<Id>]
      : [input: Input<Id>];

type Call<Id extends OperationId> = (input: unknown, options: CallOptions) => Promise<Output<Id>>;

/** The key of what an operation answers to an input. */
export const keyOf = (id: OperationId, input: unknown = {}): string => `${id} ${JSON.stringify(input)}`;

/** The resource that is one operation's answer to one input. The table says how often an operation is read. */
export const resource = <Id extends OperationId>(
  id: Id,
  ...[input]: InputArgs<Id>
): Resource<Output<Id>> => ({
  everyMs: USUAL_MS,
  ...TABLE[id],
  key: keyOf(id, input),
  operations: [id],
  mayBeMissing: contract[id].path.includes('{') || isExtension(contract[id]),
  read: (api, signal, more) => (api[id] as Call<Id>)(input ?? {}, { ...more, signal }),
});

/** The reading of a composed resource. */
interface Composition<T> extends Partial<Pick<Resource<T>, 'everyMs' | 'operations'>> {
  /** Its name, and all that its requests depend on. */
  readonly key: readonly unknown[];
  readonly read: Resource<T>['read'];
}

/** Several requests read as one, where one depends on the answer to another, or what is read from elsewhere. */
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

/** A resource that a service need not have: where it cannot be read, what is read with it is shown without. */
export const optionally = <T>(wanted: Resource<T>): Resource<T | undefined> => ({
  ...(wanted as Resource<T | undefined>),
  isOptional: true,
});
