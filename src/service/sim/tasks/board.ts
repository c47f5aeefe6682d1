import type { Task } from '../../../api/contract/shapes.ts';
import { messageOf } from '../../../lib/thrown.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { noTask, refuseCancellation } from '../../rules/tasks.ts';

/**
 * The work of a task: one turn of the generator per simulated second, each `yield` a new line of output or
 * nothing. Returning finishes the task, throwing fails it with the error's message. `finally` runs when it
 * is cancelled, too.
 */
export type Run = Generator<string | undefined, void, void>;

/** Work that is to become a task. */
export interface SimJob {
  readonly name: string;
  /** The thing that it works on, such as `osd.7`. */
  readonly object: string;
  readonly startedBy: string;
  /** Jobs of the same queue run one after the other. */
  readonly queue?: string;
  readonly run: () => Run;
}

type State = 'WAITING' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'CANCELED';

interface Entry extends SimJob {
  readonly id: number;
  readonly startedAt: number;
  state: State;
  output: string;
  turns?: Run;
  cancelled: boolean;
  /** Why it does not go on. */
  held?: string | undefined;
}

/** A task as it is kept. */
export type SimKeptTask = Pick<Entry, 'name' | 'object' | 'startedBy' | 'startedAt' | 'state' | 'output'>;

/** Follows the tasks. */
export interface TaskObserver {
  /** A task was started, or has ended. */
  changed(id: number, task: SimKeptTask): void;
  /** An old one made room. */
  forgotten(id: number): void;
  /** Why no task goes on now; undefined lets them. */
  held(): string | undefined;
}

/** Status codes of tasks that have ended without success; every other task answers that of success. */
const STATUS_CODES: Partial<Record<State, number>> = { FAILED: 1, CANCELED: -256 };
/** Tasks that are remembered once they have ended. */
const KEPT = 1000;
/** Characters of output that a task keeps. */
const MAX_OUTPUT = 64 * 1024;
/** Characters of it that outlive the service. */
const KEPT_OUTPUT = 8 * 1024;

const isOver = ({ state }: Entry): boolean => state !== 'WAITING' && state !== 'RUNNING';

/** The tasks of the cluster, run by `step`. */
export class TaskBoard {
  readonly #entries = new Map<number, Entry>();
  readonly #open = new Set<Entry>();
  readonly #seconds: () => number;
  #lastId = 0;
  readonly #observer: TaskObserver;

  /** `seconds` is the present as a Unix timestamp. */
  constructor(seconds: () => number, observer: TaskObserver) {
    this.#seconds = seconds;
    this.#observer = observer;
  }

  /** Puts tasks of earlier runs on an empty board, oldest first; those that were open have failed, with `ended` as the reason. */
  restore(kept: readonly (readonly [id: number, task: SimKeptTask])[], ended: string): void {
    for (const [id, task] of kept) {
      const run = function* (): Run {};
      const entry: Entry = { ...task, id, run, cancelled: false };
      if (!isOver(entry)) end(entry, 'FAILED', ended);
      this.#entries.set(id, entry);
      this.#lastId = Math.max(this.#lastId, id);
    }
  }

  /** Puts a job on the board; it starts with the next step, or when its queue is free. */
  start(job: SimJob): Task {
    const entry: Entry = {
      ...job,
      id: ++this.#lastId,
      startedAt: this.#seconds(),
      state: 'WAITING',
      output: '',
      cancelled: false,
    };
    this.#entries.set(entry.id, entry);
    this.#open.add(entry);
    for (const [id, old] of this.#entries) {
      if (this.#entries.size <= KEPT) break;
      if (!isOver(old)) continue;
      this.#entries.delete(id);
      this.#observer.forgotten(id);
    }
    this.#tell(entry);
    return toTask(entry);
  }

  /** @throws Refusal 404 */
  get(id: number): Task {
    return toTask(this.#find(id));
  }

  /** All tasks, oldest first. */
  list(): Task[] {
    return Array.from(this.#entries.values(), toTask);
  }

  /** Tells whether a task of this queue waits or runs. */
  busy(queue: string): boolean {
    return [...this.#open].some((entry) => entry.queue === queue);
  }

  /** Asks a task to stop, which it does with the next step. @throws Refusal 404, or 409 when it has ended */
  cancel(id: number): void {
    const entry = this.#find(id);
    enforce(refuseCancellation({ id, state: entry.state, done: isOver(entry) }));
    entry.cancelled = true;
  }

  /** One second for every open task. */
  step(): void {
    const running = new Set(
      Array.from(this.#open, ({ state, queue }) => (state === 'RUNNING' ? queue : undefined)),
    );
    const held = this.#open.size === 0 ? undefined : this.#observer.held();
    for (const entry of this.#open) {
      if (held !== entry.held) {
        print(entry, held === undefined ? 'goes on' : `waits: ${held}`);
        entry.held = held;
      }
      if (held !== undefined) continue;
      if (entry.cancelled) {
        entry.turns?.return();
        end(entry, 'CANCELED', 'canceled on request');
      } else if (entry.state === 'RUNNING') {
        turn(entry);
      } else if (entry.queue === undefined || !running.has(entry.queue)) {
        running.add(entry.queue);
        entry.state = 'RUNNING';
        entry.turns = entry.run();
      }
      if (isOver(entry)) {
        this.#open.delete(entry);
        this.#tell(entry);
      }
    }
  }

  #tell({ id, name, object, startedBy, startedAt, state, output }: Entry): void {
    const kept = { name, object, startedBy, startedAt, state, output: output.slice(-KEPT_OUTPUT) };
    this.#observer.changed(id, kept);
  }

  #find(id: number): Entry {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw refusal(noTask(id));
    return entry;
  }
}

function turn(entry: Entry): void {
  try {
    const { done, value } = entry.turns!.next();
    if (value !== undefined) print(entry, value);
    if (done === true) end(entry, 'FINISHED');
  } catch (error) {
    end(entry, 'FAILED', messageOf(error));
  }
}

function end(entry: Entry, state: State, line?: string): void {
  if (line !== undefined) print(entry, line);
  entry.state = state;
}

function print(entry: Entry, line: string): void {
  entry.output = `${entry.output}${line}\n`.slice(-MAX_OUTPUT);
}

function toTask(entry: Entry): Task {
  const { id, name, object, startedBy, startedAt, state, output } = entry;
  return {
    id,
    name,
    object,
    startedBy,
    startedAt,
    state,
    output,
    done: isOver(entry),
    statusCode: STATUS_CODES[state] ?? 0,
  };
}
