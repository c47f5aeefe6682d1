import type { CallContext, Section } from '../../engine.ts';
import { HOOK_POINTS } from '../../values/hookPoints.ts';
import type { SimHooks } from './hooks.ts';

export const hookHandlers = (hooks: SimHooks) => {
  const { registry } = hooks;
  return {
    listHookPoints: () => [...HOOK_POINTS],
    listHooks: () => registry.hooks(),
    createHook: ({ body }) => registry.addHook(body),
    deleteHook: ({ params }) => registry.removeHook(params.id),
    updateHook: ({ params, body }) => registry.changeHook(params.id, body),
    executeHook: ({ params }, { by }: CallContext) => hooks.execute(params.id, by),
    listScripts: () => registry.scripts(),
    getScript: ({ params }) => registry.script(params.id).contents,
    createScript: ({ body }) => ({ id: registry.addScript(body) }),
    updateScript: ({ params, body }) => registry.changeScript(params.id, body),
    deleteScript: ({ params }) => registry.removeScript(params.id),
  } satisfies Section;
};
