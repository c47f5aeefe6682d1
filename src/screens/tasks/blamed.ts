import { taskParts } from '../../store/facts/blame.ts';
import type { TaskRow } from '../../store/facts/tasks.ts';
import type { BlamedRows } from '../list/marks.ts';

/** Tasks on what a cause blames: they are not to blame themselves. */
export const blamedObject: BlamedRows<TaskRow> = {
  parts: () => [],
  also: { word: 'on it', parts: ({ object }) => taskParts(object) },
};
