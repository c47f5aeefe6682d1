import type { Clock } from '../../../src/lib/clock.ts';
import { TaskTable } from '../../../src/service/ceph/tasks/board.ts';
import type { TaskJournal } from '../../../src/service/ceph/tasks/journal.ts';

/** Creates a journal that stores nothing. */
export function memoryJournal(): TaskJournal {
  let last = 0;
  return {
    node: '',
    nextId: async () => ++last,
    save: async () => undefined,
    read: async () => [],
    claim: async () => false,
    settled: async () => undefined,
  };
}

/** Creates a table of tasks, which are stored nowhere unless a journal is given. */
export const taskTable = (
  clock: Clock,
  journal: TaskJournal = memoryJournal(),
  admit: () => Promise<void> = async () => undefined,
): TaskTable => new TaskTable(clock, journal, admit);
