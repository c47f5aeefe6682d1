import type { CrashDetail } from '../../api/contract/extensions/crashes.ts';
import { dateTime } from '../../lib/format.ts';
import { answered } from '../../store/answers/rowAnswers.ts';
import { resource } from '../../store/cache/resource.ts';
import { textColumn } from '../list/columns.ts';
import { listScreen } from '../list/screen.ts';
import { linePage, type NumberedLine } from '../page.ts';
import type { Screen } from '../screen.ts';
import { archiveShown } from './actions.ts';

const labelled = (label: string, value: string | number | undefined): string[] =>
  value === undefined || value === '' ? [] : [`${`${label}:`.padEnd(11)}${value}`];

/** The lines of a crash report: facts about the crash, then the stack. */
function linesOf(report: CrashDetail): string[] {
  const { assertion = {}, backtrace = [], timestamp } = report;
  const sourceLine = [assertion.file, assertion.line].filter((part) => part !== undefined).join(':');
  const message = (assertion.message ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
  return [
    ...labelled('daemon', [report.entity, report.process && `(${report.process})`].filter(Boolean).join(' ')),
    ...labelled('when', timestamp === undefined ? undefined : dateTime(timestamp * 1000, true)),
    ...labelled('host', report.hostname),
    ...labelled('version', report.version),
    ...labelled('system', [report.os, report.kernel].filter(Boolean).join(', ')),
    ...labelled(
      'state',
      report.archived === undefined ? undefined : report.archived ? 'archived' : 'not archived',
    ),
    ...labelled('reason', report.reason),
    ...labelled('asserted', assertion.condition),
    ...labelled('in', assertion.function),
    ...labelled('at', sourceLine),
    ...labelled('thread', assertion.thread),
    ...message.map((line) => `  ${line.trim()}`),
    ...labelled('signature', report.signature),
    '',
    backtrace.length === 0 ? 'The report has no stack.' : 'stack, the innermost call first:',
    ...backtrace.map((frame, index) => `${String(index + 1).padStart(3)} ${frame}`),
  ];
}

/** A crash report with its stack. */
export const crashPage: Screen = listScreen<NumberedLine>()({
  id: 'crash',
  names: [],
  needs: ['report'],
  group: 'Cluster',
  title: 'Crash report',
  help: 'What a daemon left behind when it crashed: the failed assertion and the stack',
  reads: ({ scope: { report = '' } }) => ({ report: resource('getCrash', { params: { id: report } }) }),
  rows: ({ report }) => ({
    rows: linesOf(report).map((text, index) => ({ number: index + 1, text })),
    answers: [answered('getCrash', report)],
  }),
  rowId: ({ number }) => String(number),
  answers: 'whole',
  columns: [textColumn({ id: 'text', title: 'REPORT', flex: 1, min: 20, priority: 0, name: true })],
  page: linePage(() => 'Crash report'),
  isText: true,
  empty: 'The report is empty.',
  actions: [archiveShown],
});
