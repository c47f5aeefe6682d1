import type { Clock } from '../../../lib/clock.ts';
import { PRIORITY } from '../../../lib/priority.ts';
import { messageOf } from '../../../lib/thrown.ts';
import { Refusal } from '../../engine.ts';
import { environmentOf, type Details } from '../../hooks/environment.ts';
import type { Launch } from '../../hooks/process.ts';
import type { RegisteredHook, HookRegistry, Server } from '../../hooks/registry.ts';
import { runScript } from '../../hooks/run.ts';
import { MAX_WAITING, refuseRun } from '../../rules/hooks.ts';
import { enforce } from '../../rules/refused.ts';
import type { HookEvent } from '../../values/hookPoints.ts';
import type { StoredScript } from '../../values/script.ts';
import { runScriptOn } from '../access/scripts.ts';
import type { ServerHelper, ServerAccess } from '../access/serverAccess.ts';
import type { DiskName } from '../disks/journals.ts';
import type { ManagementNode } from '../management.ts';
import type { Note } from '../ownLog.ts';
import { keyedQueue } from '../state/keyedQueue.ts';
import type { Say, TaskTable } from '../tasks/board.ts';
import { loadRegistry, type HookCollections } from './read.ts';

export interface HookOptions {
  readonly collections: HookCollections;
  readonly node: ManagementNode;
  readonly access: ServerAccess;
  readonly tasks: TaskTable;
  readonly clock: Clock;
  readonly note: Note;
  /** Starts the scripts' processes; replaced by tests. */
  readonly launch?: Launch;
}

/** A server on which a script runs. */
interface RunTarget {
  /** Undefined for a hook that names no servers: it runs on the management node. */
  readonly server?: Server;
  /** The helper on another server; undefined if the script runs on this one. */
  readonly helper?: ServerHelper;
}

interface StartedHook {
  readonly id: number;
  readonly hook: RegisteredHook;
  readonly script: StoredScript;
  readonly details: Details;
  readonly by: string;
  readonly targets: readonly RunTarget[];
}

/** A run whose task has been created. */
interface StartedRun {
  /** Resolves when the run has ended, successfully or not. */
  readonly ended: Promise<void>;
}

/** The arguments of a task's work that are passed on to a run. */
type TaskArguments = readonly [say: Say, cancelled: AbortSignal];

/** Runs the scripts of hooks one after the other, each as a task; a script runs on all its servers at the same time. */
export class Hooks {
  readonly #options: HookOptions;
  /** The creation of the tasks of events, and their runs. */
  readonly #queue = keyedQueue<'start' | 'run'>();
  #waiting = 0;

  constructor(options: HookOptions) {
    this.#options = options;
  }

  /**
   * Runs the hooks of an event; of one that happened on a server, those that apply to it, on it. Resolves when their scripts
   * have ended, successfully or not; never rejects.
   */
  async fire(event: HookEvent, details: Details, host?: string): Promise<void> {
    const { note } = this.#options;
    try {
      const started = await this.#queue.run('start', () => this.#startAll(event, details, host));
      await Promise.all(started.map(({ ended }) => ended));
    } catch (failure) {
      note(`the hooks of ${event} were not run: ${messageOf(failure)}`, PRIORITY.error);
    }
  }

  /** Runs the hooks before a change of the CRUSH map, makes the change, and starts the hooks after it. */
  async aroundCrushChange<T>(change: string, apply: () => Promise<T>): Promise<T> {
    await this.fire('PreCrushMapChange', { CHANGE: change });
    const result = await apply();
    void this.fire('PostCrushMapChange', { CHANGE: change });
    return result;
  }

  /** Runs the hooks of a server before one of its disks is formatted, formats it, and starts the hooks after that. */
  async aroundFormat<T>({ host, name }: DiskName, format: () => Promise<T>): Promise<T> {
    await this.fire('PreFormatDisk', { DISK: name }, host);
    const result = await format();
    void this.fire('PostFormatDisk', { DISK: name }, host);
    return result;
  }

  /**
   * Starts a run of a hook without waiting for its end.
   * @throws Refusal 404, 409 without a server, 501 without access to a server, 503 when too many runs wait
   */
  async execute(id: number, by: string): Promise<void> {
    const { collections, node } = this.#options;
    const registry = await loadRegistry(collections, node);
    const hook = registry.hook(id);
    const targets = await this.#targets(registry.targets(hook));
    if (targets.length === 0)
      throw new Refusal(409, `hook ${id} names no existing server: choose its servers again`);
    enforce(refuseRun(this.#waiting));
    await this.#start(registry, { id, hook, details: {}, by, targets });
  }

  async #startAll(event: HookEvent, details: Details, host: string | undefined): Promise<StartedRun[]> {
    const registry = await loadRegistry(this.#options.collections, this.#options.node);
    const started: StartedRun[] = [];
    for (const [id, hook] of registry.hooksAt(event)) {
      const servers = registry.targets(hook)?.filter(({ name }) => name === host);
      const targets = await this.#targets(servers);
      if (targets.length > 0)
        started.push(await this.#start(registry, { id, hook, details, by: 'event', targets }));
    }
    return started;
  }

  /** The places where a script runs on these servers, or on the management node. @throws Refusal 501 without access to one */
  async #targets(servers: readonly Server[] | undefined): Promise<readonly RunTarget[]> {
    const { node, access } = this.#options;
    const ownId = await node.id();
    return (
      servers?.map((server) =>
        server.id === ownId ? { server } : { server, helper: access.on(server.name) },
      ) ?? [{}]
    );
  }

  /** Starts the task of a run, which first waits for the earlier runs. */
  async #start(registry: HookRegistry, requested: Omit<StartedHook, 'script'>): Promise<StartedRun> {
    const { tasks, note } = this.#options;
    const { id, hook, by } = requested;
    const script = registry.script(hook.scriptId);
    const label = `hook ${id} (${hook.event}, ${script.name})`;
    if (this.#waiting >= MAX_WAITING) {
      note(`${label}: not run, ${MAX_WAITING} hooks are already waiting`, PRIORITY.warning);
      return { ended: Promise.resolve() };
    }
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#waiting++;
    const finish = () => {
      this.#waiting--;
      resolve();
    };
    try {
      await tasks.start({
        name: `Hook ${hook.event}`,
        object: script.name,
        by,
        run: (say, cancelled) =>
          // In the order of their events: hooks before a change end before those after it start.
          this.#queue
            .run('run', async () => {
              if (!cancelled.aborted) await this.#run({ ...requested, script }, label, say, cancelled);
            })
            .finally(finish),
      });
    } catch (failure) {
      finish();
      throw failure;
    }
    return { ended };
  }

  async #run(run: StartedHook, label: string, ...[say, cancelled]: TaskArguments): Promise<void> {
    const { note } = this.#options;
    const failures = await Promise.all(
      run.targets.map(async (target) => {
        const where = target.server === undefined ? '' : `${target.server.name}: `;
        const output = (line: string) => {
          say(`${where}${line}`);
          note(`${label}: ${where}${line}`, PRIORITY.info);
        };
        const failure = await this.#runOn(target, run, output, cancelled);
        if (failure === undefined) return [];
        note(`${label}: ${where}${failure}`, PRIORITY.warning);
        return [`${where}${failure}`];
      }),
    );
    if (failures.flat().length > 0) throw new Error(failures.flat().join('\n'));
  }

  #runOn({ server, helper }: RunTarget, run: StartedHook, ...[say, signal]: TaskArguments) {
    const { clock, launch } = this.#options;
    const { id, hook, script, details } = run;
    const scriptName = script.name;
    const environment = environmentOf({ event: hook.event, hookId: id, scriptName, server, details });
    const options = { clock, signal, say, ...(launch && { launch }) };
    return helper
      ? runScriptOn(helper, script, environment, options)
      : runScript(script, environment, options);
  }
}
