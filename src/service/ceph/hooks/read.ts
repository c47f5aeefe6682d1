import { HookBook, type Hook } from '../../hooks/registry.ts';
import type { Script } from '../../hooks/script.ts';
import type { SavedNumbers } from '../../numbered.ts';
import type { ManagementNode } from '../management.ts';
import type { Collection } from '../state/collection.ts';

/** Scripts and hooks as the cluster keeps them. */
export interface KeptHooks {
  readonly scripts: Collection<Script>;
  readonly hooks: Collection<Hook>;
}

const numbers = <T>(items: [id: number, item: T][]): SavedNumbers<T> => ({
  last: items.at(-1)?.[0] ?? 0,
  items,
});

/** The scripts and hooks that are kept, as they are now: to look at, and to check a change on before it is kept. */
export async function readBook({ scripts, hooks }: KeptHooks, node: ManagementNode): Promise<HookBook> {
  const [allScripts, allHooks, servers] = await Promise.all([
    scripts.entries(),
    hooks.entries(),
    node.servers(),
  ]);
  const book = new HookBook(
    () => Array.from(servers, ([name, id]) => ({ id, name })),
    () => undefined,
  );
  book.restore({ scripts: numbers(allScripts), hooks: numbers(allHooks) });
  return book;
}
