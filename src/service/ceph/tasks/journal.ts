import type { Task } from '../../../api/contract/shapes.ts';
import { Refusal } from '../../engine.ts';
import { nextId } from '../state/collection.ts';
import { keyedQueue } from '../state/keyedQueue.ts';
import type { StateStore } from '../state/store.ts';

/** A task with all fields, which can be changed while it runs. */
export type TaskRecord = { -readonly [Field in keyof Task]-?: NonNullable<Task[Field]> };

/** A stored task. */
export interface JournalEntry {
  readonly task: Readonly<TaskRecord>;
  /** The management node that it runs on. */
  readonly node: string;
  readonly resume?: { readonly kind: string; readonly input: unknown };
}

/** Storage of tasks, for other management nodes and for this node after a restart. */
export interface TaskJournal {
  /** The name of this management node. */
  readonly node: string;
  /** Assigns an id that no task has had. */
  nextId(): Promise<number>;
  /** @throws Refusal 409 for a task with `resume` that another node has taken over */
  save(entry: JournalEntry): Promise<void>;
  read(): Promise<readonly JournalEntry[]>;
  /** Makes a task one of this node, unless its entry has changed since it was read. @returns false if it has */
  claim(entry: JournalEntry): Promise<boolean>;
  /** Resolves when all pending writes have ended. */
  settled(): Promise<void>;
}

const FOLDER = 'task';
/** The number of finished tasks of a node that stay stored: the monitors' key-value store is small. */
const MAX_FINISHED = 100;
/** The number of characters at the end of a task's output that are stored. */
const KEPT_OUTPUT = 8 * 1024;

const lastLines = (output: string): string =>
  output.length <= KEPT_OUTPUT
    ? output
    : `(the management node that runs it has the beginning)\n${output.slice(-KEPT_OUTPUT)}`;

/**
 * Stores tasks in the cluster's key-value store, one key each. Only the node that runs a task writes it, until another
 * node claims it.
 */
export function storedJournal(store: StateStore, node: string): TaskJournal {
  const finished: number[] = [];
  const writes = keyedQueue<number>();
  const keyOf = (id: number) => `${FOLDER}/${id}`;
  const requireOwn = async (id: number) => {
    const owner = (await store.get<JournalEntry>(keyOf(id), { fresh: true }))?.node ?? node;
    if (owner !== node) throw new Refusal(409, `task ${id} was taken over by the management node ${owner}`);
  };

  const forget = async () => {
    while (finished.length > MAX_FINISHED) {
      await store.remove(keyOf(finished[0]!));
      finished.shift();
    }
  };

  return {
    node,
    nextId: () => nextId(store, FOLDER),
    async save(entry) {
      const task = { ...entry.task, output: lastLines(entry.task.output) };
      await writes.run(task.id, async () => {
        if (entry.resume) await requireOwn(task.id);
        await store.put(keyOf(task.id), { ...entry, task });
      });
      if (task.done && !finished.includes(task.id)) finished.push(task.id);
      // The task is saved, whether or not an older one could be removed; that is tried again with the next one.
      await forget().catch(() => undefined);
    },
    async read() {
      const all = [...(await store.list<JournalEntry>(`${FOLDER}/`)).values()];
      if (finished.length === 0) {
        const own = all.filter((entry) => entry.node === node && entry.task.done).map(({ task }) => task.id);
        finished.push(...own.sort((a, b) => a - b));
      }
      return all;
    },
    async claim(entry) {
      const read = JSON.stringify(entry);
      const claimed = { ...entry, node };
      const change = (present: JournalEntry | undefined) =>
        JSON.stringify(present) === read ? claimed : present;
      return (await store.update(keyOf(entry.task.id), change)) === claimed;
    },
    settled: () => writes.settled(),
  };
}
