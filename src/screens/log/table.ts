import type { LogEvent } from '../../api/contract/logs.ts';
import { dateTime } from '../../lib/format.ts';
import { priorityWord } from '../../lib/priority.ts';
import { answeredAs } from '../../store/answers/rowAnswers.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { lineKey } from '../../store/log/merge.ts';
import { type TableText, tableText } from '../list/tableText.ts';
import { hostName, matchesOf, rowsOf } from './matches.ts';
import { position } from './position.ts';

/** The most lines to export, the newest first: as one text they take some 20 MB. */
const MAX_ROWS = 100_000;

/** The matching lines as a table; they are read when its rows are asked for. */
export function logTable(cockpit: Known & Shown): TableText {
  const { lines } = cockpit.logs.snapshot();
  const { numbers } = matchesOf(cockpit);
  const { utc } = cockpit.view.getState();
  const column = (id: string, text: (event: LogEvent) => string) => ({
    id,
    title: id.toUpperCase(),
    cell: (event: LogEvent) => ({ text: text(event) }),
  });
  const columns = [
    column('time', ({ t }) => dateTime(t === undefined ? undefined : t * 1000, utc)),
    column('server', ({ h }) => hostName(cockpit, h)),
    column('service', ({ s }) => s ?? ''),
    column('priority', ({ p }) => priorityWord(p)),
    column('message', ({ m }) => m ?? ''),
  ];
  const count = Math.min(numbers.length, MAX_ROWS);
  const title = count < numbers.length ? `Log, newest ${count} lines` : 'Log';
  const table = (rows: readonly LogEvent[]) =>
    tableText(title, cockpit.look, {
      columns,
      rows,
      rowId: lineKey,
      selected: lines.at(rowsOf(cockpit).last(position(cockpit))),
      answers: answeredAs('followLogs'),
    });
  const newest = () =>
    Array.from({ length: count }, (_, index) => lines.at(numbers.at(index - count)) ?? []).flat();
  return { ...table([]), count: () => count, rows: () => table(newest()).rows() };
}
