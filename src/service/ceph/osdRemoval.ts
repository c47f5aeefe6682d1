import { sleep, type Clock } from '../../lib/clock.ts';
import { Refusal } from '../engine.ts';
import type { Ceph } from './ceph.ts';
import type { Inventory } from './inventory.ts';
import { hostsOfNodes, isOsd } from './osdTree.ts';
import { SERVICE_ENDS, type Job, type Resume, type Work } from './tasks.ts';

/** How an OSD ends: `purge` forgets it, `destroy` keeps its number and its place for a disk that replaces it. */
export interface Removal {
  readonly osdId: number;
  readonly end: 'purge' | 'destroy';
}

interface Surroundings {
  readonly ceph: Ceph;
  readonly inventory: Inventory;
  readonly clock: Clock;
}

const KIND = 'remove-osd';
const LOOK_MS = 3000;

const finder = (inventory: Inventory) => async (osdId: number) => {
  const tree = await inventory.tree();
  const osd = [...tree.nodes, ...tree.stray].find((node) => isOsd(node) && node.id === osdId);
  if (!osd) throw new Refusal(404, `there is no osd.${osdId}`);
  return { ...osd, host: hostsOfNodes(tree).get(osdId)?.name ?? 'its server' };
};

/** Why the data of the OSD is still needed there, in Ceph's words; undefined when it is not. */
async function needed(ceph: Ceph, osdId: number): Promise<string | undefined> {
  try {
    await ceph.write({ prefix: 'osd safe-to-destroy', ids: [String(osdId)] });
    return undefined;
  } catch (failure) {
    // EBUSY and EAGAIN: not yet.
    if (failure instanceof Refusal && failure.status === 409) return failure.message;
    throw failure;
  }
}

/** Moves the data of an OSD elsewhere and ends the OSD. Its daemon must be stopped by whoever can do that on its server. */
export function osdRemoval({ ceph, inventory, clock }: Surroundings) {
  const find = finder(inventory);

  const empty = async (osdId: number, say: (line: string) => void, cancelled: AbortSignal): Promise<void> => {
    let told = '';
    for (let why = await needed(ceph, osdId); why !== undefined; why = await needed(ceph, osdId)) {
      const row = (await inventory.usage()).find(({ id }) => id === osdId);
      const left =
        row?.pgs === undefined ? why : `${row.pgs} placement groups of osd.${osdId} have not moved yet`;
      if (left !== told) say(left);
      told = left;
      await sleep(clock, LOOK_MS, cancelled);
    }
  };

  const work =
    ({ osdId, end }: Removal): Work =>
    async (say, cancelled) => {
      const { reweight = 0 } = await find(osdId);
      if (reweight > 0) {
        await ceph.write({ prefix: 'osd out', ids: [String(osdId)] });
        say(`osd.${osdId} is out: its data moves to other OSDs`);
      }
      try {
        await empty(osdId, say, cancelled);
      } catch (failure) {
        if (!cancelled.aborted || cancelled.reason === SERVICE_ENDS) throw failure;
        // As it was: else the data would go on moving.
        if (reweight > 0) await ceph.write({ prefix: 'osd in', ids: [String(osdId)] });
        return;
      }
      say(`osd.${osdId} holds nothing that is needed`);
      const { status, host } = await find(osdId);
      if (status === 'up') {
        throw new Error(
          `the daemon of osd.${osdId} still runs on ${host}, where no agent can stop it: run \`systemctl stop ceph-osd@${osdId}\` there, and delete the disk again`,
        );
      }
      await ceph.write({ prefix: `osd ${end}`, id: osdId, yes_i_really_mean_it: true });
      say(
        end === 'purge'
          ? `osd.${osdId} is gone`
          : `osd.${osdId} is destroyed; another disk can take its number`,
      );
    };

  return {
    /** @throws Refusal 404, or 409 for an OSD that is destroyed already */
    async job(removal: Removal, by: string): Promise<Job> {
      const { osdId, end } = removal;
      const { status } = await find(osdId);
      if (end === 'destroy' && status === 'destroyed')
        throw new Refusal(409, `osd.${osdId} is destroyed already`);
      return {
        name: end === 'purge' ? 'Delete disk' : 'Release disk',
        object: `osd.${osdId}`,
        by,
        run: work(removal),
        resume: { kind: KIND, input: removal },
      };
    },
    /** For TaskTable.recover. */
    kinds: { [KIND]: (input) => work(input as Removal) } satisfies Record<string, Resume>,
  };
}
