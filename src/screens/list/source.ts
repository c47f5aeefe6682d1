import type { OperationId } from '../../api/contract/index.ts';
import type { RowAnswer } from '../../store/answers.ts';
import { composed, type DataOf, type Reads } from '../../store/cache/resource.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { Memory } from '../../store/session/memory.ts';
import { PAGE } from '../../store/session/screenView.ts';
import type { Scope, ScreenView } from '../../store/session/viewState.ts';
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

/**
 * Where the rows of a list screen come from: `rows` makes them of what it reads, `local` of what this console knows or keeps itself,
 * `kept` reads them from this machine.
 */
export type ListSource<R extends Reads, Row extends object> = {
  /** The resources that it reads while it is shown; asked without a scope for the operations that these are. */
  readonly reads?: (about: About, memory: Memory) => R;
  /** Operations that it reads with beside these, for the row under the cursor. */
  readonly alsoReads?: readonly OperationId[];
} & (
  | {
      /** @throws ApiError where something in the data does not exist */
      readonly rows: (data: DataOf<R>, about: { readonly scope: Scope; readonly at: number }) => Listing<Row>;
    }
  | { readonly local: (cockpit: Known & Shown) => readonly Row[] }
  | { readonly kept: (cockpit: Known & Shown) => Promise<readonly Row[]> }
);

const readsOf = <R extends Reads, Row extends object>(
  { reads }: ListSource<R, Row>,
  about: About,
  memory: Memory,
): Reads => reads?.(about, memory) ?? {};

/** The operations that it reads with; which ones depends on nothing that it is opened with. */
export const operationsOf = <R extends Reads, Row extends object>(source: ListSource<R, Row>) => {
  const wanted = readsOf(source, { scope: {}, limit: PAGE }, new Memory());
  return [...Object.values(wanted).flatMap(({ operations }) => operations), ...(source.alsoReads ?? [])];
};

/** Time between two looks at what this console knows or keeps itself. */
const LOCAL_MS = 1000;

/** The resources of the screen, and what it makes of them. */
export function sourcesOf<R extends Reads, Row extends object>(
  id: string,
  source: ListSource<R, Row>,
): Pick<Screen, 'reads' | 'derive'> {
  if ('rows' in source)
    return {
      reads: (screen, { memory }) => readsOf(source, screen, memory),
      // The data are those of its reads.
      derive: (data, { scope }, at) => source.rows(data as DataOf<R>, { scope, at }),
    };
  const again = (read: () => unknown) =>
    composed({ key: ['kept here', id], read: async () => await read(), everyMs: LOCAL_MS });
  if ('kept' in source)
    return {
      reads: (_screen, cockpit) => ({
        kept: again(async () => ({ rows: await source.kept(cockpit) })),
      }),
      derive: ({ kept }) => kept,
    };
  return {
    // What is known may change while nothing that is read does.
    reads: (screen, cockpit) => ({
      ...readsOf(source, screen, cockpit.memory),
      known: again(() => source.local(cockpit)),
    }),
    derive: (_data, _screen, _at, cockpit) => ({ rows: source.local(cockpit) }),
  };
}
