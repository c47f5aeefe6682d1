import type { Decisions } from '../../decisions.ts';
import type { ChangeRequests } from './requests.ts';

/** Lets the operator of the management node approve or reject the change requests of a Ceph cluster. */
export const decisionsOn = (requests: ChangeRequests): Decisions => ({
  list: () => requests.list(),
  async approve(id, by) {
    const task = await requests.approve(id, by);
    return `Change request ${id} is approved; task ${task.id} applies it.`;
  },
  async reject(id) {
    await requests.reject(id);
    return `Change request ${id} is rejected.`;
  },
});
