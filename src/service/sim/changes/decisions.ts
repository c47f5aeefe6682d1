import type { Decisions } from '../../decisions.ts';
import { requireKeeping } from '../kept/durable.ts';
import type { Keep } from '../kept/keep.ts';
import type { SimChangeRequests } from './requests.ts';

/** The change requests of the simulated cluster as the operator of the management node decides about them. */
export const decisionsOn = (changes: () => SimChangeRequests, keep: Keep): Decisions => ({
  list: () => Promise.resolve(changes().list()),
  // A refusal is a rejection: the operator reads it.
  approve: async (id) => {
    requireKeeping(keep);
    await Promise.resolve(changes().approve(id));
    return `Change request ${id} is approved, and the CRUSH map changed.`;
  },
  reject: async (id) => {
    requireKeeping(keep);
    await Promise.resolve(changes().reject(id));
    return `Change request ${id} is rejected.`;
  },
});
