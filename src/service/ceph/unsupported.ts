import type { Handlers } from '../engine.ts';
import { LIMITS } from './limits.ts';
import { notPossible } from './refusal.ts';

/** Handlers that decline what is never possible, with the reason. */
export function unsupportedHandlers(): Handlers {
  const always = LIMITS.filter(({ when }) => when === 'always');
  const handlers = always.flatMap(({ operations, why }) => {
    const decline = () => {
      throw notPossible(why);
    };
    return operations.map((id) => [id, decline] as const);
  });
  return Object.fromEntries(handlers);
}
