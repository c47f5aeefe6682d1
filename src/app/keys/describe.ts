import type { Binding, Layer } from '../../keys/binding.ts';
import { clampIndex, movementBindings } from '../../keys/movement.ts';
import { plainly } from '../../lib/decimal.ts';
import { descriptionText } from '../../screens/description/descriptionLines.ts';
import type { TableText } from '../../screens/list/tableText.ts';
import { navigationBinding } from '../../screens/relatedActivity.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { changeTop, say } from '../../store/session/view.ts';
import type { DescribeOverlay } from '../../store/session/viewState.ts';
import { scrollTop } from '../../widgets/viewport.ts';
import { actionBinding } from '../actions/actionBinding.ts';
import { copyText } from '../export.ts';
import { describeLayout } from '../overlays/describe.ts';
import { anywhereBindings } from './anywhere.ts';
import { closeBinding } from './close.ts';
import { showRowRaw } from './export.ts';
import { findLine, searchLayer } from './search.ts';

/** The footer priority of keys that lead to related rows: before the actions. */
const NAVIGATION_FOOTER = 5;

/** Changes the description on top. */
const change = (cockpit: Shown, next: (now: DescribeOverlay) => Partial<DescribeOverlay>): void =>
  changeTop(cockpit.view, 'describe', (now) => ({ ...now, ...next(now) }));

/** Goes to the next line that matches the search, starting from the last match or from the first visible line. */
function find(cockpit: Known & Shown, overlay: DescribeOverlay, step: 1 | -1): void {
  const { lines, height } = describeLayout(cockpit, overlay);
  const { search = '', top } = overlay;
  const from = overlay.found ?? (step === 1 ? top - 1 : top);
  const found = findLine(lines, search, { from, step });
  if (found === undefined) say(cockpit.view, 'info', `Nothing here matches ${search}.`);
  else change(cockpit, () => ({ found, top: scrollTop(top, found, height, lines.length) }));
}

function searchBindings(cockpit: Known & Shown, overlay: DescribeOverlay): Binding[] {
  const next = (key: string, help: string, step: 1 | -1): Binding => ({
    keys: [key],
    label: help.toLowerCase(),
    help,
    run: () => find(cockpit, overlay, step),
  });
  const begin = () => change(cockpit, () => ({ searching: true, search: '', found: undefined }));
  return [
    { keys: ['/'], label: 'search', help: 'Search; n and N go on', run: begin },
    ...(overlay.search ? [next('n', 'Next match', 1), next('N', 'Previous match', -1)] : []),
  ];
}

function copyBinding(cockpit: Cockpit, { of }: DescribeOverlay): Binding {
  return {
    keys: ['c', 'C'],
    label: 'copy',
    help: "Copy all of it to the terminal's clipboard",
    run: () => {
      const text = plainly(() => {
        const description = of();
        return description && descriptionText(cockpit.look, description);
      });
      if (text !== undefined) copyText(cockpit, 'The description', text);
    },
  };
}

/** The key that shows the description's row as JSON, if it describes a row of a list. */
function rawBindings(cockpit: Known & Shown, { row: id }: DescribeOverlay): Binding[] {
  if (id === undefined) return [];
  const find = (table: TableText) => {
    const selected = table.selected();
    // Usually it is the selected row; building all rows takes a while in a large cluster.
    return selected?.id === id ? selected : table.rows().find((row) => row.id === id);
  };
  return [
    {
      keys: ['y'],
      label: 'raw',
      help: 'What the service answered about it, as JSON, and the requests',
      run: () => showRowRaw(cockpit, find, 'It is no longer there.'),
    },
  ];
}

/** Removes duplicate keys: the first binding keeps the key. */
function withoutDuplicateKeys(bindings: readonly Binding[]): Binding[] {
  const taken = new Set<string>();
  return bindings.flatMap((binding) => {
    const keys = binding.keys.filter((key) => !taken.has(key));
    for (const key of keys) taken.add(key);
    return keys.length > 0 ? [{ ...binding, keys }] : [];
  });
}

/** The keys of a description: scrolling, searching, copying, actions, and links to related rows. */
export function describeLayer(cockpit: Cockpit, overlay: DescribeOverlay): Layer {
  if (overlay.searching) {
    return searchLayer(overlay.search ?? '', {
      write: (search) => change(cockpit, () => ({ search })),
      keep() {
        change(cockpit, () => ({ searching: false }));
        if (overlay.search) find(cockpit, { ...overlay, searching: false }, 1);
      },
      cancel: () => change(cockpit, () => ({ searching: false, search: '' })),
    });
  }
  const { lines, height } = describeLayout(cockpit, overlay);
  const last = Math.max(1, lines.length - height + 1);
  const by = (steps: number) =>
    change(cockpit, ({ top }) => ({ top: clampIndex(top + steps, last), found: undefined }));
  const actions = overlay.actions().map((action) => actionBinding(cockpit, action));
  const navigation =
    overlay.navigation?.().map((key) => navigationBinding({ ...key, footer: NAVIGATION_FOOTER })) ?? [];
  return {
    title: 'Details',
    modal: true,
    bindings: withoutDuplicateKeys([
      closeBinding(cockpit, ['esc', 'q', 'enter']),
      ...movementBindings(by, Math.max(1, height - 1)),
      ...searchBindings(cockpit, overlay),
      ...navigation,
      ...actions,
      copyBinding(cockpit, overlay),
      ...rawBindings(cockpit, overlay),
      ...anywhereBindings(cockpit),
    ]),
  };
}
