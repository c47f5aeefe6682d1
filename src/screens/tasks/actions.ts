import { contract } from '../../api/contract/index.ts';
import type { Plan } from '../../store/action/plan.ts';
import { checkCancelTask } from '../../store/answers/preflight.ts';
import { isDone, type TaskRow } from '../../store/answers/tasks.ts';
import { resource } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { callPlan } from '../action/call.ts';
import { checkInput } from '../action/checkInput.ts';
import type { ListAction } from '../list/action.ts';

/** The plan to cancel a task. */
export function cancelPlan(cockpit: Known & Shown, task: TaskRow): Plan {
  const id = task.taskId ?? -1;
  const itself = resource('getTask', { params: { id } });
  const now = () => cockpit.cache.slot(itself).data;
  return callPlan(cockpit, {
    operation: 'cancelTask',
    title: `Cancel task ${id}: ${task.name} ${task.object}`.trimEnd(),
    target: `task ${id}`,
    input: { params: { id } },
    effect: `Stops the task where it is; what it has done so far stays. Last output: ${task.lastLine || 'none'}`,
    undo: 'none: start the work again',
    checks: () => checkCancelTask(id, { ...checkInput(cockpit), tasks: [now() ?? {}] }),
    needs: [itself],
    refreshes: [resources.tasks, resources.status],
    stillThere() {
      const known = now();
      return known !== undefined && !isDone(known);
    },
  });
}

/** Cancels the task under the cursor. */
export const cancelTask: ListAction<TaskRow> = {
  operation: 'cancelTask',
  make: (cockpit, _scope, row) => ({
    id: 'cancel-task',
    keys: ['K'],
    label: 'cancel task',
    help: 'Cancel the task under the cursor',
    tier: contract.cancelTask.tier,
    refused:
      row?.taskId === undefined
        ? row?.work
          ? 'the cluster does this by itself: flags and the recovery speed hold it back (M)'
          : 'there is no task here'
        : row.running
          ? undefined
          : 'the task has ended already',
    plan: () => cancelPlan(cockpit, row!),
  }),
};
