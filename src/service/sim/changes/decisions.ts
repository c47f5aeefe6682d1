import type { Decisions } from '../../decisions.ts';
import { requireWritable } from '../kept/durable.ts';
import type { Keep } from '../kept/keep.ts';
import type { SimChangeRequests } from './requests.ts';

/** The change requests of the simulated cluster, for the operator of the management node. */
export const decisionsOn = (changes: () => SimChangeRequests, keep: Keep): Decisions => ({
  list: () => Promise.resolve(changes().list()),
  // These are async so that a Refusal becomes a rejection, which the caller handles.
  approve: async (id) => {
    requireWritable(keep);
    await Promise.resolve(changes().approve(id));
    return `Change request ${id} is approved, and the CRUSH map changed.`;
  },
  reject: async (id) => {
    requireWritable(keep);
    await Promise.resolve(changes().reject(id));
    return `Change request ${id} is rejected.`;
  },
});
