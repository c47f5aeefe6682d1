import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { NodeList } from '../servers.ts';
import { MAX_ENTRIES } from './limits.ts';

/** The time in milliseconds after which a manager that is not listed any more is forgotten: it was removed or renamed. */
const FORGET_MS = 24 * 3600_000;

/**
 * Makes the function that tells which managers are not listed any more. The monitors forget a standby that they do not hear
 * without a word, so it is remembered here.
 */
export function managerMemory(clock: Clock) {
  const seen = new Map<string, { readonly server: string; readonly at: number }>();
  return ({ mgr: listed = {} }: NodeList): NonNullable<ClusterEvidence['lostManagers']> => {
    const now = clock.elapsed();
    for (const [server, names] of Object.entries(listed))
      for (const name of names) seen.set(String(name), { server, at: now });
    for (const [name, { at }] of seen) if (now - at > FORGET_MS) seen.delete(name);
    return [...seen]
      .filter(([, { at }]) => at !== now)
      .map(([mgr, { server }]) => ({ mgr, server }))
      .slice(0, MAX_ENTRIES);
  };
}
