import type { Section } from '../../engine.ts';
import { HOOK_POINTS, type HookEvent } from '../../values/hookPoints.ts';
import type { ManagementNode } from '../management.ts';
import type { Hooks } from './hooks.ts';
import { loadRegistry, type HookCollections } from './read.ts';

interface HookHandlerParts {
  readonly collections: HookCollections;
  readonly hooks: Hooks;
  readonly node: ManagementNode;
}

/** The events on servers that this service causes itself. */
const FORMATTING: ReadonlySet<string> = new Set(['PreFormatDisk', 'PostFormatDisk'] satisfies HookEvent[]);

/** Applies each change to a copy of the registry first, which checks it, and then saves it. */
export function hookHandlers({ collections, hooks, node }: HookHandlerParts) {
  const registry = () => loadRegistry(collections, node);
  return {
    listHookPoints: () =>
      HOOK_POINTS.map((point) => ({
        ...point,
        description: FORMATTING.has(point.name ?? '')
          ? 'its scripts run on the server, if the hook is for it, when this service makes an OSD or a journal disk of a disk there'
          : point.canChooseServer
            ? 'happens on servers, where this service does not notice it; its scripts run only when executed by hand, on the servers of the hook'
            : `its scripts run on ${node.hostname}, or on another server with a management service`,
      })),
    listHooks: async () => (await registry()).hooks(),
    async createHook({ body }) {
      const checked = await registry();
      checked.addHook(body);
      // The new hook has the highest id.
      const hook = checked.hook(Math.max(...checked.hooks().map(({ id = 0 }) => id)));
      await collections.hooks.add(() => hook);
    },
    async updateHook({ params: { id }, body }) {
      const checked = await registry();
      checked.changeHook(id, body);
      await collections.hooks.update(id, () => checked.hook(id));
    },
    deleteHook: ({ params: { id } }) => collections.hooks.remove(id),
    executeHook: ({ params: { id } }, { by }) => hooks.execute(id, by),

    listScripts: async () => (await registry()).scripts(),
    getScript: async ({ params: { id } }) => (await collections.scripts.get(id)).contents,
    async createScript({ body }) {
      (await registry()).addScript(body);
      const [id] = await collections.scripts.add(() => body);
      return { id };
    },
    async updateScript({ params: { id }, body }) {
      const checked = await registry();
      checked.changeScript(id, body);
      await collections.scripts.update(id, () => checked.script(id));
    },
    async deleteScript({ params: { id } }) {
      (await registry()).removeScript(id);
      await collections.scripts.remove(id);
    },
  } satisfies Section;
}
