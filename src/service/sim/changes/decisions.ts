import type { Decisions } from '../../decisions.ts';
import { requireWritable } from '../persistence/durable.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { SimChangeRequests } from './requests.ts';

/** The change requests of the simulated cluster, for the operator of the management node. */
export const decisionsOn = (changes: () => SimChangeRequests, persistence: Persistence): Decisions => ({
  list: () => Promise.resolve(changes().list()),
  // These are async so that a Refusal becomes a rejection, which the caller handles.
  approve: async (id) => {
    requireWritable(persistence);
    await Promise.resolve(changes().approve(id));
    return `Change request ${id} is approved, and the CRUSH map changed.`;
  },
  reject: async (id) => {
    requireWritable(persistence);
    await Promise.resolve(changes().reject(id));
    return `Change request ${id} is rejected.`;
  },
});
