import type { Known, Shown } from '../../store/cockpit.ts';
import type { HitRegions } from '../hitRegions.ts';
import { matchesOf, rowsOf } from './matches.ts';
import { follow, hold } from './moves.ts';
import { position } from './position.ts';

/** The rows of the log in sight. */
export interface LogLayout {
  /** Index of the first row. */
  readonly first: number;
  /** The screen lines of each row; those of the first and the last row may be cut. */
  readonly shown: readonly (readonly string[])[];
  /** Draws all screen lines of the row at an index. */
  readonly draw: (index: number) => readonly string[];
}

/** Indexes of the first row in sight and of the cursor's row. */
interface LogViewport {
  readonly first: number;
  readonly at: number;
}

/**
 * Scrolls by some rows; the cursor moves only if it would go out of sight. `rowsOf` gives the screen lines of a row.
 * Undefined if scrolling down reaches the end of the log, so that following resumes.
 */
export function scrolledLog(
  { first, at }: LogViewport,
  by: number,
  { height, total, rowsOf }: { height: number; total: number; rowsOf: (index: number) => number },
): LogViewport | undefined {
  const top = Math.max(0, Math.min(total - 1, first + by));
  let last = top;
  for (let rows = rowsOf(top); last + 1 < total; last++) {
    rows += rowsOf(last + 1);
    if (rows > height) break;
  }
  if (by > 0 && last === total - 1) return undefined;
  return { first: top, at: Math.max(top, Math.min(last, at)) };
}

/** The regions of the rows as they were painted. `now` lays out the current rows. */
export function logRegions(
  cockpit: Known & Shown,
  painted: LogLayout,
  { height, now }: { readonly height: number; readonly now: () => LogLayout },
): HitRegions {
  const { epoch } = matchesOf(cockpit);
  const rowsThen = rowsOf(cockpit);
  const numberAt = (index: number) => rowsThen.first(index) ?? 0;
  const top = numberAt(painted.first);
  const lines = painted.shown.flatMap((rows, index) => rows.map(() => numberAt(painted.first + index)));
  const scroll = (by: number): void => {
    const all = rowsOf(cockpit);
    if (all.length === 0) return;
    const { first, draw } = now();
    const viewport = scrolledLog({ first, at: position(cockpit) }, by, {
      height,
      total: all.length,
      rowsOf: (index) => draw(index).length,
    });
    if (viewport) hold(cockpit, all.first(viewport.at) ?? 0, all.first(viewport.first) ?? 0);
    else follow(cockpit);
  };
  return (_column, row) => {
    const line = row < height ? lines[row] : undefined;
    if (line === undefined) return { kind: 'rest', scroll };
    return {
      kind: 'row',
      scroll,
      isChosen() {
        return (
          !cockpit.view.getState().logs.follow &&
          matchesOf(cockpit).epoch === epoch &&
          rowsOf(cockpit).first(position(cockpit)) === line
        );
      },
      choose() {
        // If the log was loaded again, line numbers have changed.
        if (matchesOf(cockpit).epoch === epoch) hold(cockpit, line, top);
      },
    };
  };
}
