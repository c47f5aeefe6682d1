import type { Static, TSchema } from 'typebox';
import { contract, type OperationId } from '../api/contract/index.ts';
import type { RawInput } from '../api/transport.ts';

/** A part of what the service answered, and to which operation. A row that comes from no service has none. */
export interface RowAnswer {
  readonly operation?: OperationId;
  /** The parameters of the request, where others are asked with others right after it. */
  readonly params?: RawInput['params'];
  /** The object as it came, or the whole answer where the row is no object in it. */
  readonly value: unknown;
}

/** The names of all fields in an answer, at any depth. */
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

/** The value, unless it has a field that no answer to the operation has: that was worked out here. */
type PartOf<Id extends OperationId, T> = T extends readonly (infer Item)[]
  ? readonly PartOf<Id, Item>[]
  : T extends object
    ? [Exclude<keyof T, FieldNames<ReplyOf<Id>>>] extends [never]
      ? T
      : never
    : T;

/** The answer of the service to an operation: all of it, or an object in it. A row with derived fields does not compile. */
export const answered = <Id extends OperationId, const T>(
  operation: Id,
  value: T & PartOf<Id, T>,
  params?: RawInput['params'],
): RowAnswer => ({ operation, value, ...(params && { params }) });

/** The same for rows that are objects of the answer themselves. */
export const answeredAs =
  <Id extends OperationId>(operation: Id) =>
  <T extends object>(row: T & PartOf<Id, T>): readonly RowAnswer[] => [{ operation, value: row }];

/** The answers that exist: an OSD without a disk has none of /disks. */
export const knownAnswers = (answers: readonly RowAnswer[]): readonly RowAnswer[] =>
  answers.filter(({ value }) => value !== undefined);

/** Things that this program keeps itself, such as the requests it sent. */
export const localAnswer = (value: unknown): readonly RowAnswer[] => [{ value }];

/** A row that carries what the service answered of it. */
export interface Answered {
  readonly answers: readonly RowAnswer[];
}

/** The answers that such a row carries. */
export const answersOf = ({ answers }: Answered): readonly RowAnswer[] => answers;

const requestOf = (operation: OperationId): string =>
  `${contract[operation].method} ${contract[operation].path}`;

/** Answers as one value: a single one as it is, more of them by the requests that they answer. */
export function asOneValue(answers: readonly RowAnswer[]): unknown {
  const [first] = answers;
  if (answers.length <= 1) return first?.value;
  return Object.fromEntries(
    answers.map(({ operation, value }) => [operation === undefined ? 'here' : requestOf(operation), value]),
  );
}
