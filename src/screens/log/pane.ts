import type { Binding } from '../../keys/binding.ts';
import { visible } from '../../lib/text.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { priorityOf } from '../logLines/words.ts';
import type { Pane } from '../pane.ts';
import { logBody } from './body.ts';
import { describeLine } from './describe.ts';
import { logBindings } from './keys.ts';
import { matchesOf } from './matches.ts';
import { logView } from './position.ts';
import { logStatus } from './status.ts';
import { logTable } from './table.ts';

const bindings = (cockpit: Cockpit): Binding[] => [
  ...logBindings(cockpit),
  { keys: ['d'], label: 'describe', help: 'Show the whole line', run: () => describeLine(cockpit) },
];

function summary(cockpit: Known & Shown): string {
  const last = cockpit.logs.snapshot().lines.at(matchesOf(cockpit).numbers.at(-1));
  if (!last) return cockpit.look.paint('dim', 'no lines yet');
  const { role } = priorityOf(last);
  return cockpit.look.paint(role, visible(last.m ?? '', cockpit.look.unicode));
}

/** The cluster's log, live. */
export const logsPane: Pane = {
  id: 'logs',
  operations: ['followLogs', 'readLogs'],
  reads: [resources.serverNames],
  stream: {
    subscribe: ({ logs }, listener) => logs.subscribe(listener),
    snapshot: ({ logs }) => logs.snapshot(),
    shownAs: logView,
  },
  body: logBody,
  table: logTable,
  status: logStatus,
  summary,
  bindings,
};
