import type { Binding } from '../../keys/binding.ts';
import { activeView } from '../../screens/activeView.ts';
import type { TableRow, TableText } from '../../screens/list/tableText.ts';
import { showRaw } from '../../screens/raw/rawView.ts';
import { openScreen } from '../../screens/screen.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { say } from '../../store/session/view.ts';
import { openCopy, plainDump } from '../export.ts';

/** Opens a row of the current table as JSON; shows the notice `missing` if there is no such row. */
export function showRowRaw(
  cockpit: Known & Shown,
  find: (table: TableText) => TableRow | undefined,
  missing: string,
): void {
  const table = activeView(cockpit).table();
  const row = table && find(table);
  if (!table || !row) say(cockpit.view, 'info', missing);
  else showRaw(cockpit, `${table.title}: ${row.id}`, row.answers);
}

/** The keys that copy the screen's content or show it in another form. A screen may use some of them differently. */
export const exportBindings = (cockpit: Cockpit): Binding[] => [
  {
    keys: ['c', 'ctrl-y'],
    label: 'copy',
    help: "Copy a cell or the row to the terminal's clipboard (also :copy)",
    run: () => {
      const problem = openCopy(cockpit);
      if (problem !== undefined) say(cockpit.view, 'info', problem);
    },
  },
  {
    keys: ['y'],
    label: 'raw',
    help: 'What the service answered about the row, as JSON, and the requests',
    run: () => showRowRaw(cockpit, (table) => table.selected(), 'There is nothing under the cursor.'),
  },
  {
    keys: ['@'],
    label: 'command log',
    help: 'The requests that left this program: status, duration, task',
    run: () => openScreen(cockpit, 'requests'),
  },
  {
    keys: ['ctrl-l'],
    label: 'plain',
    help: "Show the screen as plain text on the shell's own screen, to select from it",
    run: () => plainDump(cockpit),
  },
];
