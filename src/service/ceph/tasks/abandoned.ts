import type { Clock } from '../../../lib/clock.ts';
import { every } from '../client/timeouts.ts';
import type { Resume, TaskTable, Work } from './board.ts';
import type { JournalEntry, TaskJournal } from './journal.ts';

/** The interval at which a task shows that it is alive, and at which other nodes look for it. */
const BEAT_MS = 30_000;
/** The time without a sign of life, in minutes, after which another node takes a task over. */
export const SILENT_MINUTES = 5;
const SILENT_MS = SILENT_MINUTES * 60_000;

/** Wraps work so that it stores its progress every 30 s, which shows other nodes that it is alive. */
export const withHeartbeat =
  (clock: Clock, first: object, work: Work): Work =>
  async (say, cancelled, mark) => {
    let progress = first;
    let beat = 0;
    const store = (input: unknown) => {
      progress = input as object;
      return mark({ ...progress, beat: ++beat });
    };
    using _ = every(clock, BEAT_MS, () => store(progress));
    await work(say, cancelled, store);
  };

const tookOver = ({ node }: JournalEntry): string =>
  `The service on ${node} has given no sign of life for ${SILENT_MINUTES} min: this one takes the task over`;

interface AdoptionParts {
  readonly clock: Clock;
  readonly journal: TaskJournal;
  readonly tasks: TaskTable;
  /** The kinds of work to take over, which must run {@link withHeartbeat}. */
  readonly kinds: Readonly<Record<string, Resume>>;
}

/**
 * Takes over tasks of nodes that have stopped, until it is disposed. The silence of a task is measured with the own clock,
 * and only while the cluster answers: without a quorum no task can show that it is alive.
 */
export function adoptAbandoned({ clock, journal, tasks, kinds }: AdoptionParts): Disposable {
  let silences = new Map<number, { readonly text: string; readonly since: number }>();
  const silenceOf = (entry: JournalEntry) => {
    const text = JSON.stringify(entry);
    const known = silences.get(entry.task.id);
    return known?.text === text ? known : { text, since: clock.elapsed() };
  };
  return every(clock, BEAT_MS, async () => {
    const entries = await journal.read().catch((failure: unknown) => {
      silences = new Map();
      throw failure;
    });
    const open = entries.filter(({ task }) => !task.done && !tasks.owns(task.id));
    silences = new Map(open.map((entry) => [entry.task.id, silenceOf(entry)]));
    for (const entry of open) {
      const { since } = silenceOf(entry);
      const work = entry.resume && kinds[entry.resume.kind]?.(entry.resume.input);
      if (work && clock.elapsed() - since >= SILENT_MS) await tasks.takeOver(entry, work, tookOver(entry));
    }
  });
}
