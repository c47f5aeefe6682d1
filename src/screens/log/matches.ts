import { memoize } from '../../lib/memoize.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { compileLogFilter } from '../../store/log/filter.ts';
import { type LogRows, rawRows } from '../../store/log/fold.ts';
import type { LogMatches } from '../../store/log/search.ts';
import { remembered } from '../../store/session/memory.ts';
import { clockOf } from '../logLines/clock.ts';

/** The name of a server, by its id. */
export function hostName(cockpit: Known, id: number | undefined): string {
  if (id === undefined) return '';
  return cockpit.facts.hostName(id) ?? `#${id}`;
}

/** The input of the filter. Without a text to search, time zone and server names do not matter. */
function sourcesOf(cockpit: Known & Shown) {
  const { filter, filters, level, services, servers, since } = cockpit.view.getState().logs;
  const isTyped = filter !== '' || filters.length > 0;
  return {
    filter,
    filters,
    level,
    services,
    servers,
    since,
    ...(isTyped ? clockOf(cockpit) : { utc: true, untimed: true }),
    names: isTyped ? cockpit.facts.hostNames() : undefined,
  };
}

function compile({ filter, filters, level, names, utc, untimed, ...choice }: ReturnType<typeof sourcesOf>) {
  const texts = [filter, ...filters.filter(({ on }) => on).map(({ text }) => text)].filter(Boolean);
  return compileLogFilter(
    { ...choice, texts, ...(level < 7 ? { maxPriority: level } : {}) },
    { server: (id) => names?.get(id) ?? `#${id}`, utc, untimed },
  );
}

/** Compiles the filter again only when its input changes. */
const compiler = remembered(() => memoize(compile));

/** The lines that match the operator's choice, as far as they have been searched. */
export function matchesOf(cockpit: Known & Shown): LogMatches {
  return cockpit.logs.search(cockpit.memory.of(compiler)(sourcesOf(cockpit)));
}

/** The rows of the matching lines, with repeats folded unless the operator unfolded them. */
export function rowsOf(cockpit: Known & Shown): LogRows {
  const { numbers, folded } = matchesOf(cockpit);
  return cockpit.view.getState().logs.unfolded ? rawRows(numbers) : folded();
}
