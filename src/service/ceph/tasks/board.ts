import type { Input, Output } from '../../../api/contract/index.ts';
import type { Task } from '../../../api/contract/shapes.ts';
import { sleep, type Clock } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/thrown.ts';
import { Refusal } from '../../engine.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { noTask, refuseCancellation } from '../../rules/tasks.ts';
import { taskPage } from '../../taskPage.ts';
import { DamagedRecord } from '../state/entry.ts';
import type { JournalEntry, TaskJournal, TaskRecord } from './journal.ts';

/** The number of tasks that are kept in memory; beyond it, finished ones are dropped. */
const MAX_TASKS = 1000;
/** The final states of a task, with the status codes of the interface. */
const FINISHED = { state: 'FINISHED', statusCode: 0 };
const CANCELLED = { state: 'CANCELED', statusCode: -256 };
const FAILED = { state: 'FAILED', statusCode: 1 };
/** The interval at which the growing output of a task is stored. */
const SAVE_MS = 2000;
const IDLE_POLL_MS = 500;

/** The abort reason for a task that is not cancelled, but continues after the next start of the service. */
export const SERVICE_ENDS = Symbol('the service ends');

/** Appends a line to the output of a task. */
export type Say = (line: string) => void;

/**
 * Does the work of a task. Rejects when it fails.
 * @param cancelled aborts when the task is cancelled or the service stops; the work should stop then if it can
 * @param mark stores the progress in place of the job's `resume.input`; rejects if it cannot be stored
 */
export type Work = (
  say: Say,
  cancelled: AbortSignal,
  mark: (input: unknown) => Promise<void>,
) => Promise<void>;

/** Work to be started as a task. */
export interface Job {
  readonly name: string;
  /** The object of the work, such as `osd.3`. */
  readonly object: string;
  /** The user who started it. */
  readonly by: string;
  readonly run: Work;
  /** The data to continue after a restart of the service, see TaskTable.recover; without it, the task then fails. */
  readonly resume?: { readonly kind: string; readonly input: unknown };
}

/** Makes the work that continues a task, from the stored `resume.input` of its job. */
export type Resume = (input: unknown) => Work;

interface OwnTask {
  entry: { readonly task: TaskRecord } & Omit<JournalEntry, 'task'>;
  readonly cancelling: AbortController;
  /** The timer that stores new output. */
  saving: Disposable | undefined;
}

/**
 * The long-running operations of the cluster's management nodes. Those of this node run here; those of other nodes are
 * known from the journal, in which this node's tasks are stored, too.
 */
export class TaskTable {
  readonly #clock: Clock;
  readonly #journal: TaskJournal;
  readonly #own = new Map<number, OwnTask>();
  /** Checks in advance that tasks can be started here, for changes that are stored before their task starts. */
  readonly admit: () => Promise<void>;
  #closed = false;

  /** @param admit rejects if no task may be started here */
  constructor(clock: Clock, journal: TaskJournal, admit: () => Promise<void>) {
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
    // A task that cannot be stored would be lost after a restart, so it is not started.
    await this.#journal.save(own.entry).catch((failure: unknown) => {
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

  /** Cancels a task. Work that cannot stop at once may continue for a while, but its result is ignored. */
  async cancel(id: number): Promise<void> {
    const own = this.#own.get(id);
    const { task, node } = own?.entry ?? (await this.#all()).get(id) ?? absent(id);
    enforce(refuseCancellation(task));
    if (!own) throw new Refusal(409, `task ${id} runs on the management node ${node}: cancel it there`);
    own.cancelling.abort();
    this.#end(own, CANCELLED);
  }

  async list(query?: Input<'listTasks'>['query']): Promise<Output<'listTasks'>> {
    const all = Array.from((await this.#all()).values(), ({ task }) => ({ ...task }));
    all.sort((a, b) => a.id - b.id);
    return taskPage(all, query);
  }

  /**
   * Continues this node's unfinished tasks after a restart, if their kind is among `kinds`; all others have failed. To be
   * called once, before tasks are started.
   */
  async recover(kinds: Readonly<Record<string, Resume>>): Promise<void> {
    for (const entry of await this.#journal.read()) {
      const { task, resume } = entry;
      if (entry.node !== this.#journal.node || this.#own.has(task.id)) continue;
      const own = this.#enter(entry);
      if (task.done) continue;
      const work = resume && kinds[resume.kind]?.(resume.input);
      if (work) {
        this.#say(own, 'The service was restarted and continues this task');
        this.#run(own, work);
      } else {
        this.#say(
          own,
          'The service stopped before this task ended: check what it worked on, then start it again',
        );
        this.#end(own, FAILED);
      }
    }
  }

  /** True if a task is one of this process. */
  owns(id: number): boolean {
    return this.#own.has(id);
  }

  /** Continues a task that its node seems to have abandoned. Does nothing if its entry has changed meanwhile. */
  async takeOver(entry: JournalEntry, work: Work, why: string): Promise<void> {
    await this.admit();
    if (!(await this.#journal.claim(entry))) return;
    const own = this.#enter({ ...entry, node: this.#journal.node });
    this.#say(own, why);
    this.#run(own, work);
  }

  /** Resolves when none of this node's tasks runs any more, or when the signal is aborted. */
  async idle(signal: AbortSignal): Promise<void> {
    while ([...this.#own.values()].some(({ entry }) => !entry.task.done) && !signal.aborted)
      await sleep(this.#clock, IDLE_POLL_MS, signal).catch(() => undefined);
  }

  /** Stops running tasks without ending them, so that `recover` can continue them. Resolves when the journal is written. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const own of this.#own.values()) {
      own.saving?.[Symbol.dispose]();
      own.cancelling.abort(SERVICE_ENDS);
    }
    await this.#journal.settled();
  }

  #enter(entry: OwnTask['entry']): OwnTask {
    const own: OwnTask = { entry, cancelling: new AbortController(), saving: undefined };
    this.#own.set(entry.task.id, own);
    return own;
  }

  #run(own: OwnTask, work: Work): void {
    const mark = (input: unknown) => this.#mark(own, input);
    work((line) => this.#say(own, line), own.cancelling.signal, mark).then(
      () => this.#end(own, FINISHED),
      (failure: unknown) => {
        this.#say(own, messageOf(failure));
        this.#end(own, FAILED);
      },
    );
  }

  #say(own: OwnTask, line: string): void {
    const { task } = own.entry;
    // A cancelled task may still report what it has undone.
    if ((task.done && task.state !== CANCELLED.state) || this.#closed) return;
    task.output += `${line}\n`;
    own.saving ??= this.#clock.after(SAVE_MS, () => {
      own.saving = undefined;
      void this.#journal.save(own.entry).catch(() => undefined);
    });
  }

  async #mark(own: OwnTask, input: unknown): Promise<void> {
    const { resume } = own.entry;
    if (!resume) return;
    own.entry = { ...own.entry, resume: { ...resume, input } };
    await this.#journal.save(own.entry);
  }

  #end(own: OwnTask, end: typeof FINISHED): void {
    const { task } = own.entry;
    if (task.done || this.#closed) return;
    Object.assign(task, { ...end, done: true });
    own.saving?.[Symbol.dispose]();
    own.saving = undefined;
    // If the end cannot be stored, later readers see an interrupted task.
    void this.#journal.save(own.entry).catch(() => undefined);
  }

  /** All known tasks; while the cluster does not answer, only this node's own. */
  async #all(): Promise<ReadonlyMap<number, JournalEntry>> {
    const entries = await this.#journal.read().catch((failure: unknown) => {
      if (failure instanceof Refusal && !(failure instanceof DamagedRecord)) return [];
      throw failure;
    });
    return new Map([
      ...entries.map((entry): [number, JournalEntry] => [entry.task.id, entry]),
      ...Array.from(this.#own, ([id, own]): [number, JournalEntry] => [id, own.entry]),
    ]);
  }

  #forget(): void {
    for (const [id, { entry }] of this.#own) {
      if (this.#own.size <= MAX_TASKS) return;
      if (entry.task.done) this.#own.delete(id);
    }
  }
}

function absent(id: number): never {
  throw refusal(noTask(id));
}
