import { sleep, type Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import type { Inventory } from '../inventory.ts';
import { isOsd } from '../osdTree.ts';
import { lastWords, startOsd } from './daemons.ts';
import { findDisk, isOfOsd, unfit } from './disks.ts';
import type { Hand, Hands } from './hands.ts';
import type { HostDisk } from './hostDisk.ts';

/** An OSD that is to be made of a disk. */
export interface NewOsd {
  readonly host: string;
  /** Name of the disk, as in `sdc`. */
  readonly name: string;
  readonly deviceClass: string | undefined;
  /** Number of a destroyed OSD that it takes over. */
  readonly osdId: number | undefined;
  readonly encrypted: boolean;
}

type Say = (line: string) => void;

const PREPARING_MS = 600_000;
const LOOK_MS = 1000;
const LOOKS = 60;

/** The disk as it is now. @throws Refusal 404, 409 */
export async function requireEmpty(hands: Hands, host: string, name: string): Promise<HostDisk> {
  const disk = await findDisk(hands, host, name);
  const why = unfit(disk);
  if (why !== undefined) throw new Refusal(409, `${disk.path} of ${host} cannot become an OSD: ${why}`);
  return disk;
}

/** Means to prepare a disk: LVM, or the bare disk where the kernel has no device mapper. */
const meansFor = async ({ run }: Hand): Promise<'lvm' | 'raw'> =>
  (await run(['test', '-e', '/dev/mapper/control'], LOOKS * LOOK_MS)).status === 0 ? 'lvm' : 'raw';

/** The OSD that was made on a disk, by what ceph-volume finds there. */
async function osdOn({ run }: Hand, means: 'lvm' | 'raw', path: string): Promise<number> {
  const listed = await run(['ceph-volume', means, 'list', path, '--format', 'json'], PREPARING_MS);
  const ids = [...listed.out.matchAll(/"(?:osd_id|ceph\.osd_id)": "?(\d+)/g)].map(([, id]) => Number(id));
  const [id] = new Set(ids);
  if (id !== undefined) return id;
  throw new Error(`${path} was prepared, but ceph-volume finds no OSD on it: ${lastWords(listed)}`);
}

/** The failure of a preparation whose end nobody saw. */
const unknownEnd = (failure: unknown, host: string, path: string): Error =>
  new Error(
    `${(failure as Error).message}. It is not known how far ceph-volume came on ${host}: look at the disk in a minute; where ${path} carries an OSD then, wipe it (role unassigned), purge an OSD that never came up, and try again`,
  );

/**
 * Makes an OSD of an empty disk and starts it. Ends when the cluster has it up; until the disk is prepared nothing has
 * changed, and what is begun then is told by its number.
 */
export async function createOsd(
  {
    hands,
    inventory,
    clock,
  }: { readonly hands: Hands; readonly inventory: Inventory; readonly clock: Clock },
  { host, name, deviceClass, osdId, encrypted }: NewOsd,
  say: Say,
  cancelled: AbortSignal,
): Promise<number> {
  const hand = hands.on(host);
  // Much may have happened since it was asked for.
  const { path } = await requireEmpty(hands, host, name);
  const means = await meansFor(hand);
  if (means === 'raw' && encrypted)
    throw new Error(`${host} has no device mapper, which encryption needs: nothing was changed`);
  say(`${path} of ${host} is prepared (ceph-volume ${means})`);
  const prepare = [
    '--bluestore',
    '--data',
    path,
    ...(deviceClass ? ['--crush-device-class', deviceClass] : []),
    ...(osdId === undefined ? [] : ['--osd-id', String(osdId)]),
    ...(encrypted ? ['--dmcrypt'] : []),
  ];
  const prepared = await hand
    .run(['ceph-volume', means, 'prepare', ...prepare], PREPARING_MS)
    .catch((failure: unknown) => {
      throw unknownEnd(failure, host, path);
    });
  if (prepared.status !== 0) throw new Error(`ceph-volume on ${host}: ${lastWords(prepared)}`);
  const made = await osdOn(hand, means, path);
  say(`osd.${made} is on ${path}; its daemon is started`);
  await activate(hand, host, means, made, path);
  for (let looks = 0; looks < LOOKS; looks++) {
    const found = (await inventory.tree()).nodes.find((node) => isOsd(node) && node.id === made);
    if (found?.status === 'up') return made;
    await sleep(clock, LOOK_MS, cancelled);
  }
  throw new Error(
    `osd.${made} was made on ${path} of ${host} and its daemon started, but the cluster does not have it up after ${(LOOKS * LOOK_MS) / 1000} s: see its log there`,
  );
}

async function activate(
  hand: Hand,
  host: string,
  means: 'lvm' | 'raw',
  osd: number,
  path: string,
): Promise<void> {
  try {
    if (means === 'raw') return await startOsd(hand, osd);
    const started = await hand.run(['ceph-volume', 'lvm', 'activate', '--all'], PREPARING_MS);
    if (started.status !== 0) throw new Error(`ceph-volume: ${lastWords(started)}`);
  } catch (failure) {
    throw new Error(`osd.${osd} was made on ${path} of ${host}, but ${(failure as Error).message}`, {
      cause: failure,
    });
  }
}

/** Takes from a disk what a former OSD left on it. @throws Refusal 409 for one that carries anything else */
export async function wipeDisk(hands: Hands, host: string, name: string, say: Say): Promise<void> {
  const hand = hands.on(host);
  const disk = await findDisk(hands, host, name);
  const { path, holds } = disk;
  if (holds.length === 0) return say(`${path} of ${host} is empty`);
  if (!isOfOsd(disk))
    throw new Refusal(
      409,
      `${path} of ${host} carries ${holds.join(', ')}, which no OSD left: wipe it there`,
    );
  const zapped = await hand.run(['ceph-volume', 'lvm', 'zap', '--destroy', path], PREPARING_MS);
  if (zapped.status !== 0) throw new Error(`ceph-volume on ${host}: ${lastWords(zapped)}`);
  say(`${path} of ${host} is empty`);
}
