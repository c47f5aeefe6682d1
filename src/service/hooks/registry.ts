import type { Hook as WireHook, Script as WireScript } from '../../api/contract/hooks.ts';
import { Numbered, type SavedNumbers } from '../numbered.ts';
import { refuseHookServers, refuseScript, refuseScriptDeletion, scriptNameTaken } from '../rules/hooks.ts';
import { enforce, refusal } from '../rules/refused.ts';
import { noServer } from '../rules/servers.ts';
import { runsOnServers, type HookEvent } from '../values/hookPoints.ts';
import type { StoredScript } from '../values/script.ts';

/** A server for which scripts can run. */
export interface Server {
  readonly id: number;
  readonly name: string;
}

/** A script that runs on an event. */
export interface RegisteredHook {
  readonly scriptId: number;
  readonly event: HookEvent;
  readonly allServers: boolean;
  readonly serverIds: readonly number[];
}

/** A hook as a request describes it. */
export interface HookBody {
  readonly scriptId: number;
  readonly event: HookEvent;
  readonly allServers?: boolean;
  readonly serverIds?: readonly number[];
}

/** Scripts and hooks as JSON. */
export interface SavedHooks {
  readonly scripts: SavedNumbers<StoredScript>;
  readonly hooks: SavedNumbers<RegisteredHook>;
}

/** The scripts and hooks of a service. */
export class HookRegistry {
  readonly #scripts = new Numbered<StoredScript>('script');
  readonly #hooks = new Numbered<RegisteredHook>('hook');
  readonly #servers: () => readonly Server[];

  readonly #changed: (registry: HookRegistry) => void;

  /** `changed` is called after every change, to save it. */
  constructor(servers: () => readonly Server[], changed: (registry: HookRegistry) => void) {
    this.#servers = servers;
    this.#changed = changed;
  }

  save(): SavedHooks {
    return { scripts: this.#scripts.save((script) => script), hooks: this.#hooks.save((hook) => hook) };
  }

  /** Replaces all scripts and hooks by saved ones. */
  restore({ scripts, hooks }: SavedHooks): void {
    this.#scripts.restore(scripts, (script) => script);
    this.#hooks.restore(hooks, (hook) => hook);
  }

  scripts(): WireScript[] {
    return this.#scripts.entries().map(([id, { name }]) => ({ id, name }));
  }

  /** @throws Refusal 404 */
  script(id: number): StoredScript {
    return this.#scripts.get(id);
  }

  /** @throws Refusal 400, 409, 413 */
  addScript(script: StoredScript): number {
    this.#requireValid(script);
    const id = this.#scripts.add(script);
    this.#changed(this);
    return id;
  }

  /** @throws Refusal 400, 404, 409, 413 */
  changeScript(id: number, changes: Partial<StoredScript>): void {
    const script = { ...this.#scripts.get(id), ...changes };
    this.#requireValid(script, id);
    this.#scripts.replace(id, script);
    this.#changed(this);
  }

  /** @throws Refusal 404, and 409 while a hook uses it */
  removeScript(id: number): void {
    const { name } = this.#scripts.get(id);
    const users = this.#hooks.entries().filter(([, { scriptId }]) => scriptId === id);
    enforce(refuseScriptDeletion(name, users));
    this.#scripts.remove(id);
    this.#changed(this);
  }

  #requireValid(script: StoredScript, own?: number): void {
    enforce(refuseScript(script));
    const other = this.#scripts.entries().find(([id, { name }]) => id !== own && name === script.name);
    if (other !== undefined) throw refusal(scriptNameTaken(other[0], script.name));
  }

  hooks(): WireHook[] {
    const servers = this.#servers();
    const nameOf = new Map(servers.map(({ id, name }) => [id, name]));
    return this.#hooks.entries().map(([id, { scriptId, event, allServers, serverIds }]) => ({
      id,
      scriptId,
      scriptName: this.#scripts.get(scriptId).name,
      event,
      allServers,
      serverIds: [...serverIds],
      serverNames: serverIds.map((server) => nameOf.get(server) ?? `server ${server}`),
    }));
  }

  /** @throws Refusal 404 */
  hook(id: number): RegisteredHook {
    return this.#hooks.get(id);
  }

  /** The hooks of an event, in the order of their creation. */
  hooksAt(event: HookEvent): [id: number, hook: RegisteredHook][] {
    return this.#hooks.entries().filter(([, hook]) => hook.event === event);
  }

  /** @throws Refusal 400, 404 */
  addHook(body: HookBody): void {
    this.#hooks.add(this.#readHook(body));
    this.#changed(this);
  }

  /**
   * Changes a hook. `serverIds` and `allServers` exclude each other, so the given one replaces the other. An event
   * whose hooks cannot choose servers removes both.
   * @throws Refusal 400, 404
   */
  changeHook(id: number, changes: Partial<HookBody>): void {
    const { scriptId, event, allServers, serverIds } = this.#hooks.get(id);
    const chosen = 'allServers' in changes || 'serverIds' in changes;
    const movesAway = changes.event !== undefined && !runsOnServers(changes.event);
    const targets = chosen || movesAway ? {} : { allServers, serverIds };
    this.#hooks.replace(id, this.#readHook({ scriptId, event, ...targets, ...changes }));
    this.#changed(this);
  }

  /** @throws Refusal 404 */
  removeHook(id: number): void {
    this.#hooks.remove(id);
    this.#changed(this);
  }

  /** The servers for which a hook's script runs; undefined for the management node. */
  targets({ event, allServers, serverIds }: RegisteredHook): readonly Server[] | undefined {
    if (!runsOnServers(event)) return undefined;
    const servers = this.#servers();
    return allServers ? servers : servers.filter(({ id }) => serverIds.includes(id));
  }

  #readHook({ scriptId, event, allServers = false, serverIds = [] }: HookBody): RegisteredHook {
    this.#scripts.get(scriptId);
    const ids = [...new Set(serverIds)];
    enforce(refuseHookServers(event, allServers, ids));
    const known = new Set(this.#servers().map(({ id }) => id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) throw refusal(noServer(unknown));
    return { scriptId, event, allServers, serverIds: ids };
  }
}
