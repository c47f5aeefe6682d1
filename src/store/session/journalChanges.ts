import type { Flag } from '../../api/contract/maintenance.ts';
import type { Task } from '../../api/contract/shapes.ts';
import type { Slot } from '../cache/slot.ts';
import { taskOutcome } from '../facts/tasks.ts';
import { append, isWatched } from './journal.ts';
import type { Journal, Transition } from './journalState.ts';

/** An answer and the one before it: what differs in them has changed in between. */
interface Looks<T> {
  readonly before: Slot<T>;
  readonly now: Slot<T>;
}

type Change = Pick<Transition, 'kind' | 'subject' | 'from' | 'to'>;

/** Takes in what changed between two answers, where both are there and differ. */
function observeChanges<T>(
  journal: Journal,
  { before, now }: Looks<T>,
  changesOf: (before: T, now: T) => readonly Change[],
): Journal {
  const { at } = now;
  if (before.data === undefined || now.data === undefined || at === undefined) return journal;
  if (before.data === now.data) return journal;
  const exact = isWatched(before.at, at, now.everyMs);
  const changes = changesOf(before.data, now.data).map((change) => ({ at, exact, ...change }));
  return changes.length === 0 ? journal : { ...journal, transitions: append(journal.transitions, changes) };
}

const setWord = ({ currentState }: Flag): string => (currentState === true ? 'set' : 'unset');

/** Takes in which flags of the cluster were set and unset. */
export const observeFlags = (journal: Journal, looks: Looks<readonly Flag[]>): Journal =>
  observeChanges(journal, looks, (before, now) => {
    const words = new Map(before.map((flag) => [flag.name, setWord(flag)]));
    return now.flatMap((flag): Change[] => {
      const [from, to] = [words.get(flag.name), setWord(flag)];
      if (flag.name === undefined || from === undefined || from === to) return [];
      return [{ kind: 'flag', subject: flag.name, from, to }];
    });
  });

/** Takes in which tasks ended; when they began they tell themselves. */
export const observeTasks = (journal: Journal, looks: Looks<{ readonly data?: readonly Task[] }>): Journal =>
  observeChanges(journal, looks, ({ data: before = [] }, { data: now = [] }) => {
    const active = new Set(before.filter((task) => taskOutcome(task) === 'active').map(({ id }) => id));
    return now.flatMap((task): Change[] => {
      const to = taskOutcome(task);
      if (task.id === undefined || to === 'active' || !active.has(task.id)) return [];
      return [{ kind: 'task', subject: `task.${task.id}`, from: 'active', to }];
    });
  });
