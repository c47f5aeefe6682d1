import { join } from 'node:path';
import { clockTime, dateTime, duration } from '../../lib/format.ts';
import type { Description } from '../../store/action/action.ts';
import { localAnswer } from '../../store/answers/rowAnswers.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { type AuditEntry, readAudit } from '../../store/session/auditFile.ts';
import type { RequestRecord } from '../../store/session/requestLog.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { listScreen } from '../list/screen.ts';
import { noRow } from '../list/underCursor.ts';
import { curlOf, noCurl, showCurl } from '../raw/curl.ts';
import { type Screen, showPane } from '../screen.ts';

const GROUP = 'This console';

const isBad = ({ status, failure }: RequestRecord): boolean =>
  (failure !== undefined && failure !== 'cancelled') || (status ?? 0) >= 400;

const resultOf = ({ status, failure }: RequestRecord): string =>
  status === undefined ? (failure ?? 'under way') : String(status);

function describeRequest(cockpit: Known & Shown, record: RequestRecord): Description {
  const curl = curlOf(cockpit, record);
  return {
    title: `${record.method} ${record.path}`,
    facts: [
      ['operation', record.id],
      ['sent', dateTime(record.at, cockpit.view.getState().utc)],
      ['result', resultOf(record)],
      ['took', record.tookMs === undefined ? '--' : `${record.tookMs} ms`],
      ['tier', record.tier],
      ['task', String(record.task ?? '--')],
    ],
    text: [
      ...(record.failure === undefined ? [] : [record.failure, '']),
      ...(curl === undefined ? [] : ['The same from a shell:', curl]),
    ],
  };
}

const requests: Screen = listScreen<RequestRecord>()({
  id: 'requests',
  names: ['requests', 'commandlog'],
  group: GROUP,
  title: 'Command log',
  help: 'The requests that this console sent: status, how long they took, the tasks that they started',
  local: ({ requests: sent }) => sent.list(),
  rowId: ({ number }) => String(number),
  answers: localAnswer,
  columns: [
    {
      id: 'time',
      title: 'TIME',
      width: 9,
      priority: 1,
      cell: ({ at }, { view }) => ({ text: clockTime(at, view.getState().utc), role: 'dim' }),
      value: ({ at }) => at,
    },
    textColumn({ id: 'method', title: 'METHOD', width: 6, priority: 1 }),
    textColumn({ id: 'path', title: 'PATH', flex: 3, min: 32, priority: 0, name: true }),
    textColumn({ id: 'status', title: 'STATUS', flex: 1, min: 9, max: 30, priority: 0 }, resultOf, (row) =>
      isBad(row) ? 'error' : undefined,
    ),
    numberColumn({ id: 'ms', title: 'MS', width: 6, priority: 2 }, ({ tookMs }) => tookMs),
    numberColumn({ id: 'task', title: 'TASK', width: 6, priority: 2 }),
    textColumn({ id: 'operation', title: 'OPERATION', flex: 1, min: 16, priority: 3 }, ({ id }) => id),
    textColumn({ id: 'tier', title: 'TIER', width: 11, priority: 4 }),
  ],
  level: (row) => (isBad(row) ? 'warn' : 'ok'),
  empty: 'Nothing was sent yet.',
  bindings: (cockpit, _scope, row) => {
    const curl = row && curlOf(cockpit, row);
    const lines = curl === undefined ? [] : [curl];
    return [
      {
        keys: ['u'],
        label: 'curl',
        help: 'Copy and show a shell command that sends the request again, without the token',
        footer: 5,
        disabled: () => noRow(row) ?? noCurl(cockpit, lines),
        run: () => showCurl(cockpit, lines),
      },
    ];
  },
  describe: describeRequest,
  links: ({ task }) =>
    task === undefined
      ? []
      : [{ label: `task ${task}`, go: (cockpit) => showPane(cockpit, 'tasks', `task:${task}`) }],
});

const audit: Screen = listScreen<AuditEntry>()({
  id: 'audit',
  names: ['audit'],
  group: GROUP,
  title: 'Audit',
  help: 'The audit file: every write that was made from this account, of all clusters, newest first',
  stored: async ({ local, folder }) => {
    const path = join(folder, 'audit.jsonl');
    return local.isFile(path) ? await readAudit(local.read(path).content) : [];
  },
  rowId: ({ line }) => String(line),
  columns: [
    textColumn({ id: 'time', title: 'TIME', width: 20, priority: 0 }, ({ time }, { view }) =>
      dateTime(Date.parse(time), view.getState().utc),
    ),
    textColumn({ id: 'cluster', title: 'CLUSTER', flex: 1, min: 8, max: 24, priority: 2 }),
    textColumn(
      { id: 'operation', title: 'OPERATION', flex: 1, min: 16, max: 32, priority: 0, name: true },
      (row) => row.id,
    ),
    textColumn(
      { id: 'outcome', title: 'OUTCOME', width: 8, priority: 0 },
      (row) => row.outcome,
      ({ outcome }) => (outcome === 'ok' ? 'dim' : outcome === 'failed' ? 'error' : 'warn'),
    ),
    numberColumn({ id: 'status', title: 'STATUS', width: 6, priority: 1 }),
    textColumn(
      { id: 'path', title: 'REQUEST', flex: 3, min: 16, priority: 1 },
      ({ method, path }) => `${method} ${path}`,
    ),
    numberColumn(
      { id: 'took', title: 'TOOK', width: 7, priority: 3 },
      ({ tookMs }) => tookMs,
      (ms) => (ms < 1000 ? `${ms}ms` : duration(ms / 1000)),
    ),
  ],
  level: ({ outcome }) => (outcome === 'ok' ? 'ok' : 'warn'),
  empty: 'The audit file is empty: no write was made from this account.',
  page: {
    title: ({ id, time }, { view }) => `${id} at ${dateTime(Date.parse(time), view.getState().utc)}`,
    of: ({ all }) => all,
    shownFields: ['time', 'cluster', 'id', 'method', 'path', 'outcome', 'status', 'tookMs'],
  },
  answers: ({ all }) => localAnswer(all),
});

export const recordScreens: readonly Screen[] = [requests, audit];
