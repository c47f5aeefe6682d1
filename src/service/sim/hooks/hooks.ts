import type { Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import type { Details } from '../../hooks/environment.ts';
import type { Launch } from '../../hooks/process.ts';
import { HookRegistry, type RegisteredHook, type SavedHooks } from '../../hooks/registry.ts';
import { MAX_WAITING, refuseRun } from '../../rules/hooks.ts';
import { enforce } from '../../rules/refused.ts';
import { runsOnServers, type HookEvent } from '../../values/hookPoints.ts';
import { logManagement } from '../log/write.ts';
import type { Model } from '../model/model.ts';
import type { Host } from '../model/topology.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { hookJob } from './job.ts';
import { watchEvents } from './watch.ts';

export interface SimHookOptions {
  /** True by default; false if no scripts may run. They run on this machine, with the rights of this process. */
  readonly allowHooks?: boolean;
  /** Starts the processes of scripts; tests replace it. */
  readonly launch?: Launch;
}

interface SimHookParts {
  readonly model: Model;
  readonly clock: Clock;
  readonly closed: AbortSignal;
  readonly persistence: Persistence;
}

/** An example script in a new cluster, which no hook uses. */
const EXAMPLE = {
  name: 'announce-health.sh',
  contents: `#!/bin/sh
# For OnHealthDegrade and OnHealthRecover: put what tells the person on call in the place of echo.
echo "$STOREDECK_EVENT: $STOREDECK_HEALTH_BEFORE -> $STOREDECK_HEALTH $STOREDECK_CHECKS"
`,
};

const SECTION = 'hooks';
const KEY = 'all';

/** Scripts and hooks of the simulated cluster, and the runs that its events start. */
export class SimHooks {
  readonly registry: HookRegistry;
  readonly #sim: SimHookParts;
  readonly #options: SimHookOptions;
  readonly #runs = new Set<number>();

  constructor(sim: SimHookParts, options: SimHookOptions = {}) {
    this.#sim = sim;
    this.#options = options;
    this.registry = new HookRegistry(
      () => sim.model.hosts,
      (registry) => sim.persistence.save(SECTION, KEY, registry.save()),
    );
    const saved = sim.persistence.load(SECTION).get(KEY) as SavedHooks | undefined;
    if (saved === undefined) this.registry.addScript(EXAMPLE);
    else this.registry.restore(saved);
    if (this.#allowed) watchEvents(sim.model, this.fire);
  }

  get #allowed(): boolean {
    return this.#options.allowHooks ?? true;
  }

  /** Reports an event (events.ts). */
  readonly fire = (event: HookEvent, details: Details = {}, server?: Host): void => {
    if (!this.#allowed) return;
    for (const [id, hook] of this.registry.hooksAt(event)) {
      if (server !== undefined && !appliesTo(hook, server)) continue;
      this.#start(id, hook, details, 'event', server === undefined ? undefined : [server]);
    }
  };

  /** Runs the script of a hook now. @throws Refusal 404; 501 if scripts may not run */
  execute(id: number, by: string): void {
    const hook = this.registry.hook(id);
    if (!this.#allowed) {
      throw new Refusal(
        501,
        'hooks are not run here: they would run on your own machine, with your rights; start the service with storedeck serve for that',
      );
    }
    enforce(refuseRun(this.#waiting()));
    this.#start(id, hook, {}, by);
  }

  #start(
    id: number,
    hook: RegisteredHook,
    details: Details,
    startedBy: string,
    servers = this.registry.targets(hook),
  ): void {
    const { model, clock, closed } = this.#sim;
    const { tasks } = model;
    const script = this.registry.script(hook.scriptId);
    const log = (text: string, failed: boolean) =>
      logManagement(
        model,
        failed ? 'warning' : 'info',
        `hook ${id} (${hook.event}, ${script.name}): ${text}`,
      );
    if (this.#waiting() >= MAX_WAITING) {
      log(`not run, ${MAX_WAITING} hooks are already waiting`, true);
      return;
    }
    const { launch } = this.#options;
    const run = { hookId: id, event: hook.event, script, details, startedBy };
    const job = hookJob(
      { ...run, servers: runsOnServers(hook.event) ? servers : undefined },
      { clock, closed, log, ...(launch === undefined ? {} : { launch }) },
    );
    this.#runs.add(tasks.start(job).id!);
  }

  #waiting(): number {
    const open = new Set(
      this.#sim.model.tasks
        .list()
        .filter(({ done }) => done !== true)
        .map(({ id }) => id),
    );
    for (const id of this.#runs) if (!open.has(id)) this.#runs.delete(id);
    return this.#runs.size;
  }
}

const appliesTo = ({ event, allServers, serverIds }: RegisteredHook, { id }: Host): boolean =>
  !runsOnServers(event) || allServers || serverIds.includes(id);
