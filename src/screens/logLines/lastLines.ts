import { clockTime } from '../../lib/format.ts';
import { PRIORITY } from '../../lib/priority.ts';
import type { Description } from '../../store/action/action.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { compileLogFilter } from '../../store/log/filter.ts';
import { LogSearch } from '../../store/log/search.ts';
import { remembered } from '../../store/session/memory.ts';
import { logLinesOf, type Subject } from '../relatedActivity.ts';
import { clockOf } from './clock.ts';

/** The most rows on a page; a row is a line with its repeats. */
const MAX_ROWS = 20;

/** Slices of the search for one drawing of a page, some 10 ms; the next drawing goes on. */
const MAX_SLICES = 4;

/** The search for the lines of the page that was drawn last. */
const lastSearch = remembered<{ key?: string; search?: LogSearch }>(() => ({}));

/**
 * The newest held log lines of a subject, oldest first, repeats folded into the last of them: as many as a page can use, as
 * far as they have been searched. None while the operator restricts the log to some units or servers, because then newer
 * lines may not be held.
 */
export function lastLines(cockpit: Known & Shown, subject: Subject): NonNullable<Description['log']> {
  const { logs } = cockpit.view.getState();
  if (logs.services.length + logs.servers.length > 0) return [];
  const { lines } = cockpit.logs.snapshot();
  const last = cockpit.memory.of(lastSearch);
  const { filter, ...choice } = logLinesOf(subject);
  const key = JSON.stringify([filter, choice]);
  if (last.search === undefined || last.key !== key) {
    const texts = filter === '' ? [] : [filter];
    last.key = key;
    last.search = new LogSearch(compileLogFilter({ ...choice, texts, maxPriority: PRIORITY.info }), lines);
  }
  const { search } = last;
  const isWanting = () => {
    const { epoch, folded } = search.matches(lines);
    return epoch !== lines.epoch || search.isBehind(lines) || folded().length < MAX_ROWS;
  };
  for (let slice = 0; slice < MAX_SLICES && isWanting() && search.step(lines); slice++);
  const rows = search.matches(lines).folded();
  const { utc } = clockOf(cockpit);
  return Array.from({ length: Math.min(MAX_ROWS, rows.length) }, (_, index) => rows.length - 1 - index)
    .flatMap((row) => {
      const event = lines.at(rows.last(row));
      if (event === undefined) return [];
      const time = event.t === undefined ? '' : clockTime(event.t * 1000, utc);
      return [{ time, event, count: rows.count(row) }];
    })
    .toSorted((a, b) => (a.event.t ?? 0) - (b.event.t ?? 0));
}
