import type { Task } from '../../../api/contract/shapes.ts';
import { messageOf } from '../../../lib/thrown.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { noTask, refuseCancellation } from '../../rules/tasks.ts';

/**
 * The work of a task. The generator runs one turn per simulated second, and each `yield` is a new line of output or
 * nothing. Returning finishes the task; throwing fails it with the error's message. `finally` also runs when the task
 * is cancelled.
 */
export type Run = Generator<string | undefined, void, void>;

/** Work to be done as a task. */
export interface SimJob {
  readonly name: string;
  /** The object of the work, such as `osd.7`. */
  readonly object: string;
  readonly startedBy: string;
  /** Jobs in the same queue run one after another. */
  readonly queue?: string;
  readonly run: () => Run;
}

type JobState = 'WAITING' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'CANCELED';

interface BoardEntry extends SimJob {
  readonly id: number;
  readonly startedAt: number;
  state: JobState;
  output: string;
  turns?: Run;
  cancelled: boolean;
  /** The reason why it is paused. */
  held?: string | undefined;
}

/** A task as it is saved. */
export type SimSavedTask = Pick<
  BoardEntry,
  'name' | 'object' | 'startedBy' | 'startedAt' | 'state' | 'output'
>;

/** Observes the tasks. */
export interface TaskObserver {
  /** Called when a task starts and when it ends. */
  changed(id: number, task: SimSavedTask): void;
  /** Called when an old task is dropped. */
  forgotten(id: number): void;
  /** Returns the reason why tasks must pause, or undefined if they may run. */
  held(): string | undefined;
}

/** Status codes of tasks that ended without success; all other tasks have that of success. */
const STATUS_CODES: Partial<Record<JobState, number>> = { FAILED: 1, CANCELED: -256 };
/** Maximum number of tasks on the board; finished ones are dropped when there are more. */
const MAX_TASKS = 1000;
/** Maximum output of a task, in characters. */
const MAX_OUTPUT = 64 * 1024;
/** Maximum output that is saved, in characters. */
const MAX_SAVED_OUTPUT = 8 * 1024;

const isOver = ({ state }: BoardEntry): boolean => state !== 'WAITING' && state !== 'RUNNING';

/** The tasks of the cluster, which `step` runs. */
export class TaskBoard {
  readonly #entries = new Map<number, BoardEntry>();
  readonly #open = new Set<BoardEntry>();
  readonly #seconds: () => number;
  #lastId = 0;
  readonly #observer: TaskObserver;

  /** `seconds` returns the present as a Unix timestamp. */
  constructor(seconds: () => number, observer: TaskObserver) {
    this.#seconds = seconds;
    this.#observer = observer;
  }

  /**
   * Restores tasks of earlier runs on an empty board, oldest first. Unfinished tasks fail with `ended` as the reason.
   */
  restore(saved: readonly (readonly [id: number, task: SimSavedTask])[], ended: string): void {
    for (const [id, task] of saved) {
      const run = function* (): Run {};
      const entry: BoardEntry = { ...task, id, run, cancelled: false };
      if (!isOver(entry)) end(entry, 'FAILED', ended);
      this.#entries.set(id, entry);
      this.#lastId = Math.max(this.#lastId, id);
    }
  }

  /** Adds a job, which starts in the next step, or when its queue is free. */
  start(job: SimJob): Task {
    const entry: BoardEntry = {
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
      if (this.#entries.size <= MAX_TASKS) break;
      if (!isOver(old)) continue;
      this.#entries.delete(id);
      this.#observer.forgotten(id);
    }
    this.#notify(entry);
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

  /** True if a task in this queue is waiting or running. */
  busy(queue: string): boolean {
    return [...this.#open].some((entry) => entry.queue === queue);
  }

  /** Asks a task to stop, which it does in the next step. @throws Refusal 404; 409 when it has ended */
  cancel(id: number): void {
    const entry = this.#find(id);
    enforce(refuseCancellation({ id, state: entry.state, done: isOver(entry) }));
    entry.cancelled = true;
  }

  /** One second of all open tasks. */
  step(): void {
    const running = new Set(
      Array.from(this.#open, ({ state, queue }) => (state === 'RUNNING' ? queue : undefined)),
    );
    const held = this.#open.size === 0 ? undefined : this.#observer.held();
    for (const entry of this.#open) {
      if (held !== entry.held) {
        print(entry, held === undefined ? 'continues' : `waits: ${held}`);
        entry.held = held;
      }
      if (held !== undefined) continue;
      if (entry.cancelled) {
        entry.turns?.return();
        end(entry, 'CANCELED', 'cancelled on request');
      } else if (entry.state === 'RUNNING') {
        turn(entry);
      } else if (entry.queue === undefined || !running.has(entry.queue)) {
        running.add(entry.queue);
        entry.state = 'RUNNING';
        entry.turns = entry.run();
      }
      if (isOver(entry)) {
        this.#open.delete(entry);
        this.#notify(entry);
      }
    }
  }

  #notify({ id, name, object, startedBy, startedAt, state, output }: BoardEntry): void {
    const saved = { name, object, startedBy, startedAt, state, output: output.slice(-MAX_SAVED_OUTPUT) };
    this.#observer.changed(id, saved);
  }

  #find(id: number): BoardEntry {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw refusal(noTask(id));
    return entry;
  }
}

function turn(entry: BoardEntry): void {
  try {
    const { done, value } = entry.turns!.next();
    if (value !== undefined) print(entry, value);
    if (done === true) end(entry, 'FINISHED');
  } catch (error) {
    end(entry, 'FAILED', messageOf(error));
  }
}

function end(entry: BoardEntry, state: JobState, line?: string): void {
  if (line !== undefined) print(entry, line);
  entry.state = state;
}

function print(entry: BoardEntry, line: string): void {
  entry.output = `${entry.output}${line}\n`.slice(-MAX_OUTPUT);
}

function toTask(entry: BoardEntry): Task {
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
