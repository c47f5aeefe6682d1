import { age, dateTime } from '../../lib/format.ts';
import type { Role } from '../../lib/look.ts';
import { heading } from '../../lib/textLine.ts';
import type { Description } from '../../store/action/action.ts';
import { answered } from '../../store/answers/rowAnswers.ts';
import type { TaskRow } from '../../store/answers/tasks.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { quietRole } from '../levels.ts';
import { textColumn } from '../list/columns.ts';
import { listPane } from '../list/pane.ts';
import type { Pane } from '../pane.ts';
import { cancelTask } from './actions.ts';
import { blamedObject } from './blamed.ts';

const stateRole = (row: TaskRow): Role => (row.running ? 'info' : quietRole(row.level));

/** The description of a task. */
export function describeTask(cockpit: Shown, row: TaskRow): Description {
  return {
    title: row.work ? row.name : `Task ${row.taskId ?? ''}: ${row.name}`,
    facts: [
      ['state', row.state],
      ['object', row.object || '--'],
      ['started by', row.startedBy || '--'],
      ['started', dateTime(row.startedAt, cockpit.view.getState().utc)],
      ['age', age(row.age)],
      ...(row.work
        ? []
        : [['status code', row.statusCode === undefined ? '--' : String(row.statusCode)] as const]),
    ],
    text: [
      heading(row.work ? 'Progress' : 'Output'),
      ...(row.output === ''
        ? [{ text: 'none so far', role: 'dim' } as const]
        : row.output.trimEnd().split('\n')),
    ],
  };
}

function summary(cockpit: Known & Shown): string {
  const rows = cockpit.facts.tasks();
  const running = rows.filter((row) => row.running).length;
  const failed = rows.filter((row) => row.state === 'FAILED').length;
  const { paint } = cockpit.look;
  return [
    running > 0 ? paint('info', `${running} running`) : 'none running',
    ...(failed > 0 ? [paint('warn', `${failed} failed`)] : []),
  ].join(', ');
}

/** Background tasks of the service and progress events of the cluster: running ones first, then recent ones. */
export const tasksPane: Pane = listPane<TaskRow>({
  id: 'tasks',
  changing: ['task', 'work'],
  alsoReads: ['getTask'],
  reads: [resources.tasks, resources.progress],
  rows: (cockpit) => cockpit.facts.tasks(),
  rowId: (row) => row.id,
  answers: ({ task, work }) => [
    work === undefined ? answered('listTasks', task) : answered('getClusterProgress', work),
  ],
  level: (row) => row.level,
  subjects: ({ id }) => [id],
  blamed: blamedObject,
  trouble: ({ state }) => state,
  dated: resources.tasks,
  empty: 'No tasks: nothing is running and nothing ran lately.',
  columns: [
    {
      id: 'id',
      title: 'TASK',
      width: 6,
      align: 'right',
      priority: 1,
      cell: (row) => ({ text: row.work ? 'mgr' : String(row.taskId ?? '--'), role: 'dim' }),
      value: (row) => row.taskId,
    },
    textColumn({ id: 'state', title: 'STATE', width: 8, priority: 0 }, (row) => row.state, stateRole),
    {
      id: 'name',
      title: 'NAME',
      flex: 2,
      min: 10,
      priority: 0,
      name: true,
      // The cell includes the object.
      aliases: ['object'],
      cell: (row) => ({ text: `${row.name} ${row.object}`.trimEnd() }),
      value: (row) => row.name,
    },
    {
      id: 'age',
      title: 'AGE',
      width: 6,
      align: 'right',
      priority: 2,
      cell: (row) => ({ text: age(row.age) }),
      value: (row) => row.startedAt,
    },
    textColumn(
      { id: 'output', title: 'LAST OUTPUT', flex: 4, min: 12, priority: 3 },
      (row) => row.lastLine,
      () => 'dim',
    ),
  ],
  summary,
  links: ({ taskId, name }) => [
    ...(taskId === undefined
      ? []
      : [
          {
            label: `output of task ${taskId}: ${name}`,
            screen: 'task-output',
            scope: { task: String(taskId) },
          },
        ]),
    { label: 'all tasks', screen: 'task-history', scope: {} },
  ],
  describe: describeTask,
  // A task's own log says little about its effects, so the whole log since its start is shown.
  subject: ({ object, startedAt }) => ({
    names: object === '' ? [] : [object],
    since: (startedAt ?? 0) / 1000,
  }),
  actions: [cancelTask],
});
