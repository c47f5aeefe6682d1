import { dateTime } from '../lib/format.ts';
import { visible } from '../lib/text.ts';
import type { LogEvent } from '../api/contract/logs.ts';
import type { Cockpit } from '../store/cockpit.ts';
import { lineKey } from '../store/logBuffer.ts';
import { hostName } from './logBody.ts';
import { matchesOf, priorityOf } from './logLines.ts';
import { position } from './logPlace.ts';
import { type TableText, tableText } from './tableText.ts';

/** The lines that pass the filter, as a table. */
export function logTable(cockpit: Cockpit): TableText {
  const clean = (text: string) => visible(text, cockpit.look.unicode);
  const { lines } = cockpit.logs.snapshot();
  const { numbers } = matchesOf(cockpit);
  const { utc } = cockpit.view.getState();
  const column = (id: string, text: (event: LogEvent) => string) => ({
    id,
    title: id.toUpperCase(),
    cell: (event: LogEvent) => ({ text: clean(text(event)) }),
  });
  return tableText(
    { title: 'Log', operations: ['followLogs', 'readLogs'] },
    {
      columns: [
        column('time', ({ t }) => dateTime(t === undefined ? undefined : t * 1000, utc)),
        column('server', ({ h }) => hostName(cockpit, h)),
        column('service', ({ s }) => s ?? ''),
        column('priority', (event) => priorityOf(event).word),
        column('message', ({ m }) => m ?? ''),
      ],
      rows: numbers.flatMap((number) => lines.at(number) ?? []),
      rowId: lineKey,
      selected: lines.at(numbers[position(cockpit)] ?? -1),
    },
  );
}
