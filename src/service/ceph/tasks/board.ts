import type { Input, Output } from '../../../api/contract/index.ts';
import type { Task } from '../../../api/contract/shapes.ts';
import { sleep, type Clock } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/thrown.ts';
import { Refusal } from '../../engine.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { noTask, refuseCancellation } from '../../rules/tasks.ts';
import { DamagedRecord } from '../state/entry.ts';
import { memoryJournal, type KeptTask, type TaskJournal, type TaskRecord } from './journal.ts';

/** Finished tasks are kept up to this many in all. */
const KEPT = 1000;
const DEFAULT_PAGE = 100;
/** The ends of a task, with the status codes of the interface. */
const FINISHED = { state: 'FINISHED', statusCode: 0 };
const CANCELLED = { state: 'CANCELED', statusCode: -256 };
const FAILED = { state: 'FAILED', statusCode: 1 };
/** The interval at which the growing output of a task is written down. */
const NOTE_MS = 2000;
const IDLE_LOOK_MS = 500;

/** The reason of the abort where a task is not cancelled, but goes on with the next start of the service. */
export const SERVICE_ENDS = Symbol('the service ends');

/**
 * Does the work of a task. Rejects when it fails.
 * @param say appends a line to the task's output
 * @param cancelled aborted when the task is cancelled or the service ends: what can stop then, should
 * @param mark writes down how far it is, in place of the job's `resume.input`; rejects where that could not be done
 */
export type Work = (
  say: (line: string) => void,
  cancelled: AbortSignal,
  mark: (input: unknown) => Promise<void>,
) => Promise<void>;

/** Work that is to become a task. */
export interface Job {
  readonly name: string;
  /** The thing that it works on, such as `osd.3`. */
  readonly object: string;
  /** Who started it. */
  readonly by: string;
  readonly run: Work;
  /** The way to go on with it after a restart of this service: see TaskTable.recover. Without it, it has failed then. */
  readonly resume?: { readonly kind: string; readonly input: unknown };
}

/** Takes up the work of a task again, from what the job put down in `resume.input`. */
export type Resume = (input: unknown) => Work;

interface Own {
  kept: { readonly task: TaskRecord } & Omit<KeptTask, 'task'>;
  readonly cancelling: AbortController;
  note: Disposable | undefined;
}

/**
 * The long-running operations of this service. Its own run here; those of the cluster's other management nodes
 * are known from the journal, where this node's can be read too.
 */
export class TaskTable {
  readonly #clock: Clock;
  readonly #journal: TaskJournal;
  readonly #own = new Map<number, Own>();
  /** For what is to be noted before a task for it is started. @throws what keeps tasks from being started here */
  readonly admit: () => Promise<void>;
  #closed = false;

  /** @param admit refuses to start a task by rejecting */
  constructor(
    clock: Clock,
    journal: TaskJournal = memoryJournal(),
    admit: () => Promise<void> = async () => undefined,
  ) {
    this.#clock = clock;
    this.#journal = journal;
    this.admit = admit;
  }

  async start({ name, object, by, run, resume }: Job): Promise<Task> {
    await this.admit();
    const task: TaskRecord = {
      id: await this.#journal.nextId(),
      name,
      object,
      startedBy: by,
      startedAt: Math.floor(this.#clock.now() / 1000),
      state: 'RUNNING',
      done: false,
      statusCode: 0,
      output: '',
    };
    const own = this.#enter({ task, node: this.#journal.node, ...(resume ? { resume } : {}) });
    // What is not written down cannot be found again after a restart, so it is not begun.
    await this.#journal.keep(own.kept).catch((failure: unknown) => {
      this.#own.delete(task.id);
      throw failure;
    });
    this.#forget();
    this.#run(own, run);
    return { ...task };
  }

  /** @throws Refusal 404 */
  async get(id: number): Promise<Task> {
    return { ...((await this.#all()).get(id) ?? absent(id)).task };
  }

  /** Ends a task. The work that it has begun may still come to its end; its result is no longer waited for. */
  async cancel(id: number): Promise<void> {
    const own = this.#own.get(id);
    const { task, node } = own?.kept ?? (await this.#all()).get(id) ?? absent(id);
    enforce(refuseCancellation(task));
    if (!own) throw new Refusal(409, `task ${id} runs on the management node ${node}: cancel it there`);
    own.cancelling.abort();
    this.#end(own, CANCELLED);
  }

  async list(query: Input<'listTasks'>['query'] = {}): Promise<Output<'listTasks'>> {
    const { before = Infinity, after = -Infinity, limit = DEFAULT_PAGE, offset = 0, order = 'DESC' } = query;
    const found = Array.from((await this.#all()).values(), ({ task }) => task)
      .filter(({ startedAt }) => startedAt <= before && startedAt >= after)
      .sort((a, b) => a.id - b.id);
    if (order === 'DESC') found.reverse();
    return {
      data: found.slice(offset, offset + limit).map((task) => ({ ...task })),
      totalElements: found.length,
    };
  }

  /**
   * Takes up what this node did not finish before it was restarted: a task whose kind is among `kinds` goes on,
   * any other has failed. Call it once, before tasks are started.
   */
  async recover(kinds: Readonly<Record<string, Resume>>): Promise<void> {
    for (const kept of await this.#journal.read()) {
      const { task, resume } = kept;
      if (kept.node !== this.#journal.node || this.#own.has(task.id)) continue;
      const own = this.#enter(kept);
      if (task.done) continue;
      const work = resume && kinds[resume.kind]?.(resume.input);
      if (work) {
        this.#say(own, 'The service was restarted and goes on');
        this.#run(own, work);
      } else {
        this.#say(own, 'The service ended before this did: look at what it worked on, and start it anew');
        this.#end(own, FAILED);
      }
    }
    this.#forget();
  }

  /** Resolves when none of its own tasks runs any more, or when nobody waits for that. */
  async idle(given: AbortSignal): Promise<void> {
    while ([...this.#own.values()].some(({ kept }) => !kept.task.done) && !given.aborted)
      await sleep(this.#clock, IDLE_LOOK_MS, given).catch(() => undefined);
  }

  /** Leaves the tasks that run as they are, to be taken up by `recover`. Resolves when the journal is written. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const own of this.#own.values()) {
      own.note?.[Symbol.dispose]();
      own.cancelling.abort(SERVICE_ENDS);
    }
    await this.#journal.settled();
  }

  #enter(kept: Own['kept']): Own {
    const own: Own = { kept, cancelling: new AbortController(), note: undefined };
    this.#own.set(kept.task.id, own);
    return own;
  }

  #run(own: Own, work: Work): void {
    const mark = (input: unknown) => this.#mark(own, input);
    work((line) => this.#say(own, line), own.cancelling.signal, mark).then(
      () => this.#end(own, FINISHED),
      (failure: unknown) => {
        this.#say(own, messageOf(failure));
        this.#end(own, FAILED);
      },
    );
  }

  #say(own: Own, line: string): void {
    const { task } = own.kept;
    // Cancelled, it still says how things stand once it has put them back.
    if ((task.done && task.state !== CANCELLED.state) || this.#closed) return;
    task.output += `${line}\n`;
    own.note ??= this.#clock.after(NOTE_MS, () => {
      own.note = undefined;
      void this.#journal.keep(own.kept).catch(() => undefined);
    });
  }

  async #mark(own: Own, input: unknown): Promise<void> {
    const { resume } = own.kept;
    if (!resume) return;
    own.kept = { ...own.kept, resume: { ...resume, input } };
    await this.#journal.keep(own.kept);
  }

  #end(own: Own, end: typeof FINISHED): void {
    const { task } = own.kept;
    if (task.done || this.#closed) return;
    Object.assign(task, { ...end, done: true });
    own.note?.[Symbol.dispose]();
    own.note = undefined;
    // A task whose end could not be written down is one that was interrupted, for those who read it later.
    void this.#journal.keep(own.kept).catch(() => undefined);
  }

  /** Every task that is known, its own as they are now. While the cluster does not answer, only those. */
  async #all(): Promise<ReadonlyMap<number, KeptTask>> {
    const kept = await this.#journal.read().catch((failure: unknown) => {
      if (failure instanceof Refusal && !(failure instanceof DamagedRecord)) return [];
      throw failure;
    });
    return new Map([
      ...kept.map((entry): [number, KeptTask] => [entry.task.id, entry]),
      ...Array.from(this.#own, ([id, own]): [number, KeptTask] => [id, own.kept]),
    ]);
  }

  #forget(): void {
    for (const [id, { kept }] of this.#own) {
      if (this.#own.size <= KEPT) return;
      if (kept.task.done) this.#own.delete(id);
    }
  }
}

function absent(id: number): never {
  throw refusal(noTask(id));
}
