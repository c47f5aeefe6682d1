import { HookRegistry, type RegisteredHook } from '../../hooks/registry.ts';
import type { SavedNumbers } from '../../numbered.ts';
import type { StoredScript } from '../../values/script.ts';
import type { ManagementNode } from '../management.ts';
import type { Collection } from '../state/collection.ts';

/** The scripts and hooks that are saved in the cluster. */
export interface HookCollections {
  readonly scripts: Collection<StoredScript>;
  readonly hooks: Collection<RegisteredHook>;
}

const numbers = <T>(items: [id: number, item: T][]): SavedNumbers<T> => ({
  last: items.at(-1)?.[0] ?? 0,
  items,
});

/** Loads the saved scripts and hooks into a registry, to read them or to check a change before it is saved. */
export async function loadRegistry(
  { scripts, hooks }: HookCollections,
  node: ManagementNode,
): Promise<HookRegistry> {
  const [allScripts, allHooks, servers] = await Promise.all([
    scripts.entries(),
    hooks.entries(),
    node.servers(),
  ]);
  const registry = new HookRegistry(
    () => Array.from(servers, ([name, id]) => ({ id, name })),
    () => undefined,
  );
  registry.restore({ scripts: numbers(allScripts), hooks: numbers(allHooks) });
  return registry;
}
