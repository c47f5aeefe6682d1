import { parseSpan } from '../../lib/span.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { LogFilterText } from '../../store/log/view.ts';
import { pushOverlay, updateLogs } from '../../store/session/view.ts';
import type { MenuItem } from '../../store/session/viewState.ts';
import { readOlderLines } from '../logLines/older.ts';
import { goTo } from './moves.ts';
import { logView } from './position.ts';

/** Keeps the filter that is being typed, and asks for another one. */
export function addFilter(cockpit: Shown): void {
  keepTyped(cockpit);
  pushOverlay(cockpit.view, { kind: 'prompt', purpose: 'filter', value: '', before: '' });
}

function keepTyped(cockpit: Shown): void {
  const { filter, filters } = logView(cockpit);
  if (filter === '') return;
  const others = filters.filter(({ text }) => text !== filter);
  updateLogs(cockpit.view, { filter: '', filters: [...others, { text: filter, on: true }] });
}

/** Opens the list of kept filters, in which each can be switched on and off. */
export function listFilters(cockpit: Shown): void {
  keepTyped(cockpit);
  const change = (filters: readonly LogFilterText[]) => updateLogs(cockpit.view, { filters });
  const items = (): MenuItem[] => {
    const { filters } = logView(cockpit);
    return [
      ...filters.map((filter, index): MenuItem => ({
        label: filter.text,
        hint: filter.on ? 'on' : 'off',
        help: 'A line must pass all filters that are on; a filter that begins with ! leaves lines out',
        run: () => change(filters.with(index, { ...filter, on: !filter.on })),
      })),
      {
        label: 'Remove the filters that are off',
        ...(filters.every(({ on }) => on) ? { disabled: 'none are off' } : {}),
        run: () => change(filters.filter(({ on }) => on)),
      },
      {
        label: 'Remove all filters',
        ...(filters.length === 0 ? { disabled: 'there is none: & adds one' } : {}),
        run: () => change([]),
      },
    ];
  };
  pushOverlay(cockpit.view, { kind: 'menu', title: 'Log filters', stays: true, items, cursor: 0 });
}

/** Shows only the lines of the last `seconds`, reading those that are not loaded; without a number, shows all lines. */
export function showSince(cockpit: Known & Shown, seconds: number | undefined): void {
  const since = seconds === undefined ? undefined : cockpit.clock.now() / 1000 - seconds;
  updateLogs(cockpit.view, { since });
  if (since !== undefined) readOlderLines(cockpit, since);
}

const WINDOWS = ['1m', '5m', '15m', '30m', '1h', '6h', '24h', '7d'];

/** Opens the choice of the time window. */
export function chooseWindow(cockpit: Known & Shown): void {
  const items = (): MenuItem[] => [
    {
      label: 'All buffered lines, following',
      hint: logView(cockpit).since === undefined ? 'shown' : '',
      run: () => {
        showSince(cockpit, undefined);
        updateLogs(cockpit.view, { follow: true });
      },
    },
    {
      label: 'All buffered lines, from the oldest',
      run: () => {
        showSince(cockpit, undefined);
        goTo(cockpit, 0);
      },
    },
    ...WINDOWS.map((label) => ({
      label: `The last ${label}`,
      hint: `:since ${label}`,
      run: () => showSince(cockpit, parseSpan(label)),
    })),
  ];
  pushOverlay(cockpit.view, { kind: 'menu', title: 'Window of time', items, cursor: 0 });
}
