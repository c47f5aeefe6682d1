import type { OperationId } from '../../api/contract/index.ts';
import type { RowAnswer } from '../../store/answers.ts';
import { composed, type DataOf, type Reads } from '../../store/cache/resource.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { Memory } from '../../store/session/memory.ts';
import type { Scope, ScreenView } from '../../store/session/viewState.ts';
import { PAGE } from '../../store/session/screenView.ts';
import type { Screen } from '../screen.ts';

/** The answer of a list screen's reads: rows, and how many there are in all where the service tells. */
export interface Listing<Row> {
  readonly rows: readonly Row[];
  readonly total?: number | undefined;
  /** Tells whether there are more, where the service tells only that. */
  readonly more?: boolean;
  /** The answers of the service, where the rows are no objects in it but lines of a text, say. */
  readonly answers?: readonly RowAnswer[];
}

/** The scope that a screen was opened with, and how many rows of a list that comes in pages are wanted. */
type About = Pick<ScreenView, 'scope' | 'limit'>;

/** Where the rows of a list screen come from. */
export interface ListSource<R extends Reads, Row extends object> {
  /** The resources that it reads while it is shown; asked without a scope for the operations that these are. */
  readonly reads: (about: About, memory: Memory) => R;
  /** Operations that it reads with beside these, for the row under the cursor. */
  readonly alsoReads?: readonly OperationId[];
  /** Its rows, worked out of that. @throws ApiError where something in it does not exist */
  readonly rows: (data: DataOf<R>, about: { readonly scope: Scope; readonly at: number }) => Listing<Row>;
  /** Rows that this console works out or keeps itself, in the place of `rows`; what it `reads` is kept fresh for them. */
  readonly local?: (cockpit: Known & Shown) => readonly Row[] | Promise<readonly Row[]>;
}

/** The operations that it reads with; which ones depends on nothing that it is opened with. */
export const operationsOf = <R extends Reads, Row extends object>({
  reads,
  alsoReads = [],
}: ListSource<R, Row>) => {
  const wanted = reads({ scope: {}, limit: PAGE }, new Memory());
  return [...Object.values(wanted).flatMap(({ operations }) => operations), ...alsoReads];
};

/** The source of a list whose rows this console keeps itself. */
export const localRows = <Row>(
  local: (cockpit: Known & Shown) => readonly Row[] | Promise<readonly Row[]>,
) => ({
  reads: () => ({}),
  rows: (): Listing<Row> => ({ rows: [] }),
  local,
});

/** Time between two looks at a list that this console keeps itself is looked at. */
const LOCAL_MS = 1000;

/** The resources of the screen, and what it makes of them. */
export function sourcesOf<R extends Reads, Row extends object>(
  id: string,
  { reads, local, rows }: ListSource<R, Row>,
): Pick<Screen, 'reads' | 'derive'> {
  if (!local)
    // The data are those of its reads.
    return {
      reads: (screen, { memory }) => reads(screen, memory),
      derive: (data, { scope }, at) => rows(data as DataOf<R>, { scope, at }),
    };
  return {
    reads: (screen, cockpit) => ({
      ...reads(screen, cockpit.memory),
      kept: composed({
        key: ['kept here', id],
        read: async () => ({ rows: await local(cockpit) }),
        everyMs: LOCAL_MS,
      }),
    }),
    derive: ({ kept: data }) => data,
  };
}
