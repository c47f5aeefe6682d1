import type { Static, TSchema } from 'typebox';
import { contract, type OperationId } from '../../api/contract/index.ts';
import type { RawInput } from '../../api/transport.ts';

/** The part of a service's answer that a row shows, and the operation that returned it. */
export interface RowAnswer {
  /** Absent for data that does not come from the service. */
  readonly operation?: OperationId;
  /** The parameters of the request, if rows of the same list come from requests with different parameters. */
  readonly params?: RawInput['params'];
  /** The unchanged object of the row, or the whole answer if the row is not an object in it. */
  readonly value: unknown;
}

/** The names of all fields of an answer, at any depth. */
type FieldNames<T> = unknown extends T
  ? PropertyKey
  : T extends readonly (infer Item)[]
    ? FieldNames<Item>
    : T extends object
      ? keyof T | { [Name in keyof T]-?: FieldNames<T[Name]> }[keyof T]
      : never;

type ReplyOf<Id extends OperationId> = (typeof contract)[Id] extends { readonly reply: infer Reply }
  ? Reply extends TSchema
    ? Static<Reply>
    : never
  : never;

/**
 * The type of the value, or `never` if it has a field that no answer to the operation has, that is, a derived field.
 */
type PartOf<Id extends OperationId, T> = T extends readonly (infer Item)[]
  ? readonly PartOf<Id, Item>[]
  : T extends object
    ? [Exclude<keyof T, FieldNames<ReplyOf<Id>>>] extends [never]
      ? T
      : never
    : T;

/** The service's answer to an operation, or an object in it. A value with derived fields does not compile. */
export const answered = <Id extends OperationId, const T>(
  operation: Id,
  value: T & PartOf<Id, T>,
  params?: RawInput['params'],
): RowAnswer => ({ operation, value, ...(params && { params }) });

/** The same as a function of a row, for rows that are objects of the answer. */
export const answeredAs =
  <Id extends OperationId>(operation: Id) =>
  <T extends object>(row: T & PartOf<Id, T>): readonly RowAnswer[] => [{ operation, value: row }];

/** The answers that have a value: for example, an OSD without a disk has no answer from /disks. */
export const knownAnswers = (answers: readonly RowAnswer[]): readonly RowAnswer[] =>
  answers.filter(({ value }) => value !== undefined);

/** Data that this program keeps itself, such as the requests that it sent. */
export const localAnswer = (value: unknown): readonly RowAnswer[] => [{ value }];

/** A row that carries the answers from which it was made. */
export interface Answered {
  readonly answers: readonly RowAnswer[];
}

export const answersOf = ({ answers }: Answered): readonly RowAnswer[] => answers;

const requestOf = (operation: OperationId): string =>
  `${contract[operation].method} ${contract[operation].path}`;

/** Answers as one value: the value of a single answer, or an object of several values by their requests. */
export function asOneValue(answers: readonly RowAnswer[]): unknown {
  const [first] = answers;
  if (answers.length <= 1) return first?.value;
  return Object.fromEntries(
    answers.map(({ operation, value }) => [operation === undefined ? 'here' : requestOf(operation), value]),
  );
}
