import type { OperationId } from '../../api/contract/index.ts';
import type { RowAnswer } from '../../store/answers/rowAnswers.ts';
import { composed, type DataOf, type Reads } from '../../store/cache/resource.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { Memory } from '../../store/session/memory.ts';
import { PAGE } from '../../store/session/screenView.ts';
import type { Scope, ScreenView } from '../../store/session/viewState.ts';
import { screenSource, type ScreenSource } from '../source.ts';

/** The data of a list screen: its rows, and their total number if the service reports it. */
export interface Listing<Row> {
  readonly rows: readonly Row[];
  readonly total?: number | undefined;
  /** True if there are more rows, for a service that does not report a total. */
  readonly more?: boolean;
  /** The service's answers, for rows that are not objects of an answer, such as the lines of a text. */
  readonly answers?: readonly RowAnswer[];
}

/** The scope that a screen was opened with, and the number of rows to read from a list that comes in pages. */
type ReadScope = Pick<ScreenView, 'scope' | 'limit'>;

interface ListReads<R extends Reads> {
  /** The resources that are polled while the screen is shown; called with an empty scope to find out their operations. */
  readonly reads?: (about: ReadScope, memory: Memory) => R;
  /** Operations that are called for the row under the cursor, in addition to `reads`. */
  readonly alsoReads?: readonly OperationId[];
}

interface ReadRows<R extends Reads, Data> extends ListReads<R> {
  /** @throws ApiError where something in the data does not exist */
  readonly rows: (data: DataOf<R>, about: { readonly scope: Scope; readonly at: number }) => Data;
}

/** The source of a list, of which the data has more than its rows. */
export interface ListData<Data> extends ScreenSource<Data> {
  readonly operations: readonly OperationId[];
}

/**
 * The source of a list screen's rows: `rows` makes them from the data of `reads`, `local` from what this console knows,
 * and `stored` reads them from this machine; `data` was declared apart, because more than the list needs it.
 */
export type ListSource<R extends Reads, Row extends object> =
  | ReadRows<R, Listing<Row>>
  | (ListReads<R> & { readonly local: (cockpit: Known & Shown) => readonly Row[] })
  | (ListReads<R> & { readonly stored: (cockpit: Known & Shown) => Promise<readonly Row[]> })
  | { readonly data: ListData<Listing<Row>> };

const readsOf = <R extends Reads>({ reads }: ListReads<R>, about: ReadScope, memory: Memory): Reads =>
  reads?.(about, memory) ?? {};

/** The operations that a source calls; they do not depend on the scope. */
function operationsOf<R extends Reads>(source: ListReads<R>): readonly OperationId[] {
  const wanted = readsOf(source, { scope: {}, limit: PAGE }, new Memory());
  return [...Object.values(wanted).flatMap(({ operations }) => operations), ...(source.alsoReads ?? [])];
}

/** Milliseconds between two reads of local data. */
const LOCAL_MS = 1000;

/** Declares the data of the list screen with an id, for a list of which the data has more than its rows. */
export const listData = <R extends Reads, Data extends Listing<object>>(
  id: string,
  source: ReadRows<R, Data>,
): ListData<Data> => ({
  operations: operationsOf(source),
  ...screenSource(id, {
    reads: (screen, { memory }) => readsOf(source, screen, memory),
    // The data is that of its own reads.
    derive: (data, { scope }, at) => source.rows(data as DataOf<R>, { scope, at }),
  }),
});

/** The data of the list screen with an id and this source. */
export function listDataOf<R extends Reads, Row extends object>(
  id: string,
  source: ListSource<R, Row>,
): ListData<Listing<Row>> {
  if ('data' in source) return source.data;
  if ('rows' in source) return listData(id, source);
  const again = <T>(read: () => T | Promise<T>) =>
    composed<T>({ key: ['stored here', id], read: async () => await read(), everyMs: LOCAL_MS });
  const operations = operationsOf(source);
  if ('stored' in source)
    return {
      operations,
      ...screenSource(id, {
        reads: (_screen, cockpit) => ({
          stored: again(async () => ({ rows: await source.stored(cockpit) })),
        }),
        derive: ({ stored }) => stored,
      }),
    };
  return {
    operations,
    // Local data may change while nothing that is polled does.
    ...screenSource(id, {
      reads: (screen, cockpit) => ({
        ...readsOf(source, screen, cockpit.memory),
        known: again(() => source.local(cockpit)),
      }),
      derive: (_data, _screen, _at, cockpit) => ({ rows: source.local(cockpit) }),
    }),
  };
}
