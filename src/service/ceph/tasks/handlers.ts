import type { Section } from '../../engine.ts';
import type { TaskTable } from './board.ts';

export function taskHandlers(tasks: TaskTable) {
  return {
    getTask: ({ params: { id } }) => tasks.get(id),
    cancelTask: ({ params: { id } }) => tasks.cancel(id),
    listTasks: ({ query }) => tasks.list(query),
  } satisfies Section;
}
