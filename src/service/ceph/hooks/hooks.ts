import type { Clock } from '../../../lib/clock.ts';
import { notPossible } from '../../engine.ts';
import type { Hook, HookBook, Server } from '../../hooks/registry.ts';
import { environmentOf, type Details } from '../../hooks/environment.ts';
import { runsOnServers, type HookEvent } from '../../hooks/points.ts';
import type { Launch } from '../../hooks/process.ts';
import { runScript } from '../../hooks/run.ts';
import type { Script } from '../../hooks/script.ts';
import { MOST_WAITING, refuseRun } from '../../rules/hooks.ts';
import { enforce } from '../../rules/refused.ts';
import type { ManagementNode } from '../management.ts';
import { PRIORITY, type Note } from '../ownLog.ts';
import type { Work, TaskTable } from '../tasks/board.ts';
import { readBook, type KeptHooks } from './read.ts';

export interface HookOptions {
  readonly kept: KeptHooks;
  readonly node: ManagementNode;
  readonly tasks: TaskTable;
  readonly clock: Clock;
  readonly note: Note;
  /** Starts the scripts' processes; the machine's own unless a test has another. */
  readonly launch?: Launch;
}

interface HookRun {
  readonly id: number;
  readonly hook: Hook;
  readonly script: Script;
  readonly details: Details;
  readonly by: string;
  /** Undefined for the management node. */
  readonly server: Server | undefined;
}

/** A run whose task is there. */
interface Started {
  /** Resolves when it has ended, however it did. */
  readonly ended: Promise<void>;
}

/** Runs the scripts of hooks on this server, one after the other, each as a task. */
export class Hooks {
  readonly #options: HookOptions;
  /** The events that were told and whose tasks are not there yet, one behind the other. */
  #starting: Promise<unknown> = Promise.resolve();
  /** The runs that wait, one behind the other. */
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(options: HookOptions) {
    this.#options = options;
  }

  /** Runs what is hooked to an event of the cluster. Resolves when the scripts have ended, however they did; never rejects. */
  async fire(event: HookEvent, details: Details): Promise<void> {
    const { note } = this.#options;
    const starting = this.#starting.then(() => this.#startAll(event, details));
    this.#starting = starting.catch(() => undefined);
    try {
      await Promise.all((await starting).map(({ ended }) => ended));
    } catch (failure) {
      note(`the hooks of ${event} were not run: ${(failure as Error).message}`, PRIORITY.error);
    }
  }

  /** Makes a change of the CRUSH map between the scripts that are hooked before and after it. */
  async aroundCrushChange<T>(change: string, apply: () => Promise<T>): Promise<T> {
    await this.fire('PreCrushMapChange', { CHANGE: change });
    const result = await apply();
    void this.fire('PostCrushMapChange', { CHANGE: change });
    return result;
  }

  /**
   * Runs the script of a hook now, and does not wait for its end.
   * @throws Refusal 404, 501 for a hook of other servers, 503 when too many wait
   */
  async execute(id: number, by: string): Promise<void> {
    const { kept, node } = this.#options;
    const book = await readBook(kept, node);
    const hook = book.hook(id);
    const own = await node.id();
    const others = (book.targets(hook) ?? []).filter((server) => server.id !== own);
    if (others.length > 0) {
      const names = others.map(({ name }) => name).join(', ');
      throw notPossible(`no agent runs on ${names}; a hook can be run on ${node.hostname} only`);
    }
    enforce(refuseRun(this.#waiting));
    const server = runsOnServers(hook.event) ? { id: own, name: node.hostname } : undefined;
    await this.#start(book, { id, hook, details: {}, by, server });
  }

  async #startAll(event: HookEvent, details: Details): Promise<Started[]> {
    const book = await readBook(this.#options.kept, this.#options.node);
    const started: Started[] = [];
    for (const [id, hook] of book.hooksAt(event))
      started.push(await this.#start(book, { id, hook, details, by: 'event', server: undefined }));
    return started;
  }

  /** Starts the task of a run, which waits for its turn. */
  async #start(book: HookBook, asked: Omit<HookRun, 'script'>): Promise<Started> {
    const { tasks, note } = this.#options;
    const { id, hook, by } = asked;
    const script = book.script(hook.scriptId);
    const label = `hook ${id} (${hook.event}, ${script.name})`;
    if (this.#waiting >= MOST_WAITING) {
      note(`${label}: not run, ${MOST_WAITING} hooks wait already`, PRIORITY.warning);
      return { ended: Promise.resolve() };
    }
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#waiting++;
    const leave = () => {
      this.#waiting--;
      resolve();
    };
    try {
      await tasks.start({
        name: `Hook ${hook.event}`,
        object: script.name,
        by,
        run: (say, cancelled) => this.#inTurn({ ...asked, script }, label, say, cancelled).finally(leave),
      });
    } catch (failure) {
      leave();
      throw failure;
    }
    return { ended };
  }

  /** Runs hooks in the order of their events: those before a change end before those after it start. */
  #inTurn(run: HookRun, label: string, ...[say, cancelled]: Parameters<Work>): Promise<void> {
    const turn = this.#queue.then(() =>
      cancelled.aborted ? undefined : this.#run(run, label, say, cancelled),
    );
    this.#queue = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  }

  async #run(run: HookRun, label: string, ...[say, cancelled]: Parameters<Work>): Promise<void> {
    const { clock, note, launch } = this.#options;
    const { id, hook, script, details, server } = run;
    const environment = environmentOf({
      event: hook.event,
      hookId: id,
      scriptName: script.name,
      server,
      details,
    });
    const tell = (line: string) => {
      say(line);
      note(`${label}: ${line}`, PRIORITY.info);
    };
    const failure = await runScript(script, environment, {
      clock,
      signal: cancelled,
      say: tell,
      ...(launch === undefined ? {} : { launch }),
    });
    if (failure === undefined) return;
    note(`${label}: ${failure}`, PRIORITY.warning);
    throw new Error(failure);
  }
}
