import type { Input, Output } from '../api/contract/index.ts';
import type { Task } from '../api/contract/shapes.ts';

const DEFAULT_PAGE = 100;

/** The requested page of tasks, newest first by default. @param tasks all tasks, oldest first */
export function taskPage(
  tasks: readonly Task[],
  query: Input<'listTasks'>['query'] = {},
): Output<'listTasks'> {
  const { before = Infinity, after = -Infinity, limit = DEFAULT_PAGE, offset = 0, order = 'DESC' } = query;
  const found = tasks.filter(({ startedAt = 0 }) => startedAt <= before && startedAt >= after);
  if (order === 'DESC') found.reverse();
  return { data: found.slice(offset, offset + limit), totalElements: found.length };
}
