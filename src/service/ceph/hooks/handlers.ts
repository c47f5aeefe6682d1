import type { Section } from '../../engine.ts';
import { HOOK_POINTS } from '../../hooks/points.ts';
import type { Hooks } from './hooks.ts';
import { readBook, type KeptHooks } from './read.ts';
import type { ManagementNode } from '../management.ts';

interface Surroundings {
  readonly kept: KeptHooks;
  readonly hooks: Hooks;
  readonly node: ManagementNode;
}

/** Every change is made on a copy first, which checks it, and then kept. */
export function hookHandlers({ kept, hooks, node }: Surroundings) {
  const book = () => readBook(kept, node);
  return {
    listHookPoints: () =>
      HOOK_POINTS.map((point) => ({
        ...point,
        description: point.canChooseServer
          ? `happens on servers, where no agent sees it; its scripts run when they are executed, on ${node.hostname}`
          : `its scripts run on ${node.hostname}, or another server with a management service`,
      })),
    listHooks: async () => (await book()).hooks(),
    async createHook({ body }) {
      const checked = await book();
      checked.addHook(body);
      // The newest has the highest number.
      const hook = checked.hook(Math.max(...checked.hooks().map(({ id = 0 }) => id)));
      await kept.hooks.add(() => hook);
    },
    async updateHook({ params: { id }, body }) {
      const checked = await book();
      checked.changeHook(id, body);
      await kept.hooks.update(id, () => checked.hook(id));
    },
    deleteHook: ({ params: { id } }) => kept.hooks.remove(id),
    executeHook: ({ params: { id } }, { by }) => hooks.execute(id, by),

    listScripts: async () => (await book()).scripts(),
    getScript: async ({ params: { id } }) => (await kept.scripts.get(id)).contents,
    async createScript({ body }) {
      (await book()).addScript(body);
      const [id] = await kept.scripts.add(() => body);
      return { id };
    },
    async updateScript({ params: { id }, body }) {
      const checked = await book();
      checked.changeScript(id, body);
      await kept.scripts.update(id, () => checked.script(id));
    },
    async deleteScript({ params: { id } }) {
      (await book()).removeScript(id);
      await kept.scripts.remove(id);
    },
  } satisfies Section;
}
