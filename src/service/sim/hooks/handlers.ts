import type { CallContext, Section } from '../../engine.ts';
import { HOOK_POINTS } from '../../hooks/points.ts';
import type { SimHooks } from './hooks.ts';

export const hookHandlers = (hooks: SimHooks) => {
  const { book } = hooks;
  return {
    listHookPoints: () => [...HOOK_POINTS],
    listHooks: () => book.hooks(),
    createHook: ({ body }) => book.addHook(body),
    deleteHook: ({ params }) => book.removeHook(params.id),
    updateHook: ({ params, body }) => book.changeHook(params.id, body),
    executeHook: ({ params }, { by }: CallContext) => hooks.execute(params.id, by),
    listScripts: () => book.scripts(),
    getScript: ({ params }) => book.script(params.id).contents,
    createScript: ({ body }) => ({ id: book.addScript(body) }),
    updateScript: ({ params, body }) => book.changeScript(params.id, body),
    deleteScript: ({ params }) => book.removeScript(params.id),
  } satisfies Section;
};
