import type { OperationId } from '../../api/contract/index.ts';
import type { RowAnswer } from '../../store/answers/rowAnswers.ts';
import { composed, type DataOf, type Reads } from '../../store/cache/resource.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { Memory } from '../../store/session/memory.ts';
import { PAGE } from '../../store/session/screenView.ts';
import type { Scope, ScreenView } from '../../store/session/viewState.ts';
import type { Screen } from '../screen.ts';

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

/**
 * The source of a list screen's rows: `rows` makes them from the data of `reads`, `local` from what this console knows,
 * and `stored` reads them from this machine.
 */
export type ListSource<R extends Reads, Row extends object> = {
  /** The resources that are polled while the screen is shown; called with an empty scope to find out their operations. */
  readonly reads?: (about: ReadScope, memory: Memory) => R;
  /** Operations that are called for the row under the cursor, in addition to `reads`. */
  readonly alsoReads?: readonly OperationId[];
} & (
  | {
      /** @throws ApiError where something in the data does not exist */
      readonly rows: (data: DataOf<R>, about: { readonly scope: Scope; readonly at: number }) => Listing<Row>;
    }
  | { readonly local: (cockpit: Known & Shown) => readonly Row[] }
  | { readonly stored: (cockpit: Known & Shown) => Promise<readonly Row[]> }
);

const readsOf = <R extends Reads, Row extends object>(
  { reads }: ListSource<R, Row>,
  about: ReadScope,
  memory: Memory,
): Reads => reads?.(about, memory) ?? {};

/** The operations that a source calls; they do not depend on the scope. */
export const operationsOf = <R extends Reads, Row extends object>(source: ListSource<R, Row>) => {
  const wanted = readsOf(source, { scope: {}, limit: PAGE }, new Memory());
  return [...Object.values(wanted).flatMap(({ operations }) => operations), ...(source.alsoReads ?? [])];
};

/** Milliseconds between two reads of local data. */
const LOCAL_MS = 1000;

/** The `reads` and `derive` of a screen with this source. */
export function sourcesOf<R extends Reads, Row extends object>(
  id: string,
  source: ListSource<R, Row>,
): Pick<Screen, 'reads' | 'derive'> {
  if ('rows' in source)
    return {
      reads: (screen, { memory }) => readsOf(source, screen, memory),
      // The data is that of its own reads.
      derive: (data, { scope }, at) => source.rows(data as DataOf<R>, { scope, at }),
    };
  const again = (read: () => unknown) =>
    composed({ key: ['stored here', id], read: async () => await read(), everyMs: LOCAL_MS });
  if ('stored' in source)
    return {
      reads: (_screen, cockpit) => ({
        stored: again(async () => ({ rows: await source.stored(cockpit) })),
      }),
      derive: ({ stored }) => stored,
    };
  return {
    // Local data may change while nothing that is polled does.
    reads: (screen, cockpit) => ({
      ...readsOf(source, screen, cockpit.memory),
      known: again(() => source.local(cockpit)),
    }),
    derive: (_data, _screen, _at, cockpit) => ({ rows: source.local(cockpit) }),
  };
}
