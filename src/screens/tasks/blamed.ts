import { taskParts } from '../../store/answers/blame.ts';
import type { TaskRow } from '../../store/answers/tasks.ts';
import type { BlamedRows } from '../list/marks.ts';

/** Marks tasks that work on a blamed object; the tasks themselves are not to blame. */
export const blamedObject: BlamedRows<TaskRow> = {
  parts: () => [],
  also: { word: 'on it', parts: ({ object }) => taskParts(object) },
};
