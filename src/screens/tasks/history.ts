import { dateTime } from '../../lib/format.ts';
import { answered } from '../../store/answers/rowAnswers.ts';
import { selectTasks, startedMs, type TaskRow } from '../../store/answers/tasks.ts';
import { resource } from '../../store/cache/resource.ts';
import type { Shown } from '../../store/cockpit.ts';
import { quietRole } from '../levels.ts';
import { textColumn } from '../list/columns.ts';
import { listScreen } from '../list/screen.ts';
import { linePage, type NumberedLine } from '../page.ts';
import type { Screen } from '../screen.ts';
import { cancelTask } from './actions.ts';
import { blamedObject } from './blamed.ts';
import { describeTask } from './pane.ts';

const GROUP = 'Cluster';

const sinceStart = ({ view }: Shown, { startedAt }: TaskRow) =>
  startedAt === undefined ? undefined : Math.max(0, (view.getState().now - startedAt) / 1000);

const history: Screen = listScreen<TaskRow>()({
  id: 'task-history',
  names: ['all-tasks', 'history'],
  group: GROUP,
  title: 'All tasks',
  help: 'Every task that the service remembers, the newest first; Enter follows the output of one',
  reads: ({ limit }) => ({ page: resource('listTasks', { query: { limit, order: 'DESC' } }) }),
  rows: ({ page: { data, totalElements } }) => ({ rows: selectTasks(data, 0), total: totalElements }),
  rowId: ({ id }) => id,
  answers: ({ task }) => [answered('listTasks', task)],
  level: ({ level }) => level,
  subjects: ({ id }) => [id],
  blamed: blamedObject,
  columns: [
    textColumn(
      { id: 'state', title: 'STATE', width: 8, priority: 0 },
      (row) => row.state,
      (row) => (row.running ? 'info' : quietRole(row.level)),
    ),
    {
      id: 'id',
      title: 'ID',
      width: 6,
      align: 'right',
      priority: 2,
      cell: ({ taskId }) => ({ text: String(taskId ?? '--') }),
      value: ({ taskId }) => taskId,
    },
    textColumn({ id: 'name', title: 'NAME', flex: 2, min: 20, max: 40, priority: 0, name: true }),
    textColumn({ id: 'object', title: 'OBJECT', flex: 1, min: 14, priority: 1 }),
    {
      id: 'started',
      title: 'STARTED',
      width: 20,
      priority: 3,
      cell: ({ startedAt }, { view }) => ({ text: dateTime(startedAt, view.getState().utc) }),
      value: ({ startedAt }) => startedAt,
    },
    textColumn({ id: 'by', title: 'BY', width: 10, priority: 4 }, (row) => row.startedBy),
    textColumn({ id: 'output', title: 'LAST OUTPUT', flex: 2, min: 12, priority: 5 }, (row) => row.lastLine),
  ],
  empty: 'No task was started yet.',
  describe: (cockpit, row) => describeTask(cockpit, { ...row, age: sinceStart(cockpit, row) }),
  open: ({ taskId }) => ({ screen: 'task-output', scope: { task: String(taskId ?? '') } }),
  actions: [cancelTask],
});

const output: Screen = listScreen<NumberedLine>()({
  id: 'task-output',
  names: ['task-output', 'output'],
  needs: ['task'],
  group: GROUP,
  title: 'Output of a task',
  help: 'The output of a task, line by line, as it runs',
  reads: ({ scope: { task = '' } }) => ({ found: resource('getTask', { params: { id: Number(task) } }) }),
  rows({ found }) {
    const started = startedMs(found);
    const head = `${found.name ?? 'task'} ${found.object ?? ''}: ${found.state ?? 'UNKNOWN'}${started === undefined ? '' : `, started ${dateTime(started, true)}`}`;
    const lines = (found.output ?? '')
      .trimEnd()
      .split(/\r?\n/)
      .filter((line) => line !== '');
    return {
      rows: [head, ...lines].map((text, number) => ({ number, text })),
      answers: [answered('getTask', found)],
    };
  },
  rowId: ({ number }) => String(number),
  answers: 'whole',
  columns: [textColumn({ id: 'text', title: 'OUTPUT', flex: 1, min: 20, priority: 0, name: true })],
  page: linePage((_cockpit, { task = '' }) => `Output of task ${task}`),
  isText: true,
  empty: 'The task has written nothing.',
});

export const taskScreens: readonly Screen[] = [history, output];
