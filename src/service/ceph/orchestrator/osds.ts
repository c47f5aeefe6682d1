import { Refusal } from '../../engine.ts';
import { findDisk, isOfOsd } from '../access/disks.ts';
import type { HostDisk } from '../access/hostDisk.ts';
import { osdsOn } from '../access/osdHost.ts';
import type { NewOsd } from '../access/osds.ts';
import type { ClusterParts } from '../clusterParts.ts';
import type { Inventory } from '../map/inventory.ts';
import { hostsOfNodes, isOsd } from '../map/osdTree.ts';
import type { Say } from '../tasks/board.ts';
import { watchFailures } from './failures.ts';
import type { OrchServer } from './orchestrator.ts';
import { effectOf, giveOrder, requirePlain } from './orders.ts';

/** A long wait, because the orchestrator starts containers, and may have to download their image. */
const UP = { every: 2000, within: 900_000 };

/** The argument `svc_arg` of `orch daemon add osd` for an OSD. */
function serviceArgument({ host, deviceClass, encrypted, database }: NewOsd, path: string): string {
  requirePlain('the server', host);
  requirePlain('the disk', path);
  if (database !== undefined) requirePlain('the journal disk', database);
  const settings = [
    ...(database === undefined ? [] : [`db_devices=${database}`]),
    ...(deviceClass ? [`crush_device_class=${deviceClass}`] : []),
    ...(encrypted ? ['encrypted=true'] : []),
  ];
  return settings.length === 0 ? `${host}:${path}` : `${host}:data_devices=${path},${settings.join(',')}`;
}

/**
 * Checks that a new OSD on a server will get the requested id: the orchestrator always reuses the ids of OSDs that were
 * destroyed there, and accepts no other.
 * @throws Refusal 409 if the new OSD would get another id
 */
export async function requireNextId(inventory: Inventory, host: string, osdId: number): Promise<void> {
  const tree = await inventory.tree();
  const hosts = hostsOfNodes(tree);
  const free = tree.nodes
    .filter((node) => isOsd(node) && node.status === 'destroyed' && hosts.get(node.id)?.name === host)
    .map(({ id }) => id);
  if (free.length === 1 && free[0] === osdId) return;
  const which = free.length === 0 ? 'none' : free.map((id) => `osd.${id}`).join(', ');
  throw new Refusal(
    409,
    `the orchestrator gives the next OSD on ${host} an id that was destroyed there (${which}) and accepts no other: leave the id out`,
  );
}

/**
 * Makes the orchestrator create an OSD on an empty disk, and waits until the OSD is up: the orchestrator's answer alone
 * does not mean that.
 */
export async function orderOsd(
  { ceph, inventory, clock, access }: ClusterParts,
  order: NewOsd,
  say: Say,
  cancelled: AbortSignal,
): Promise<number> {
  const { host, name } = order;
  const { path } = await findDisk(access, host, name);
  const before = new Set(await osdsOn(ceph, host, name));
  const findNew = async () => {
    const added = new Set(await osdsOn(ceph, host, name)).difference(before);
    const { nodes } = await inventory.tree();
    return nodes.find(({ id, status }) => status === 'up' && added.has(id))?.id;
  };
  say(`the orchestrator is asked for an OSD on ${path} of ${host}`);
  const give = async () => {
    const command = { prefix: 'orch daemon add osd', svc_arg: serviceArgument(order, path) };
    const failure = await watchFailures(ceph, clock, { host, path });
    const words = await giveOrder(ceph, command, say, cancelled);
    const isNone = words !== undefined && /created no osd/i.test(words);
    const why = isNone || words === '' ? await failure() : undefined;
    if (isNone || why !== undefined)
      throw new Error(
        `the orchestrator created no OSD on ${path} of ${host}: ${why ?? 'check its events (`ceph orch ls osd`)'}`,
      );
  };
  const found = await effectOf(clock, give(), { ...UP, signal: cancelled }, findNew);
  if (found !== undefined) return found;
  throw new Error(
    `no OSD on ${path} of ${host} is up after ${UP.within / 60_000} minutes: check \`ceph orch device ls ${host}\` and \`ceph orch ps ${host}\` before you try again`,
  );
}

/**
 * Checks that the orchestrator lists a disk that the cluster knows. It leaves out disks that it will not touch, as some with the
 * system on them.
 * @throws Refusal 409
 */
export function requireListed(
  { disks, unavailable, disksFailure }: OrchServer,
  host: string,
  name: string,
): void {
  if ((unavailable ?? disksFailure) !== undefined || disks.some((disk) => disk.name === name)) return;
  throw new Refusal(
    409,
    `the orchestrator does not list ${name} of ${host}, and so does nothing with it: see \`ceph orch device ls ${host}\``,
  );
}

/** Checks that a disk is empty, or carries only what a former OSD left. @throws Refusal 409 for any other contents */
export function requireRemains(disk: HostDisk, host: string): void {
  const { path, holds, refused } = disk;
  if ((holds.length === 0 && refused === undefined) || isOfOsd(disk)) return;
  throw new Refusal(
    409,
    `${path} of ${host} contains ${holds.join(', ') || 'unknown content'} (${refused ?? ''}), which is not from an OSD: wipe it there`,
  );
}

/** Makes the orchestrator wipe the data that a former OSD left on a disk. @throws Refusal 409 for any other contents */
export async function orderWipe(
  { ceph, access }: Pick<ClusterParts, 'ceph' | 'access'>,
  { host, name }: { readonly host: string; readonly name: string },
  say: Say,
  cancelled: AbortSignal,
): Promise<void> {
  const disk = await findDisk(access, host, name);
  const { path, holds, refused } = disk;
  if (holds.length === 0 && refused === undefined) return say(`${path} of ${host} is empty`);
  requireRemains(disk, host);
  const words = await giveOrder(
    ceph,
    { prefix: 'orch device zap', hostname: host, path, force: true },
    say,
    cancelled,
  );
  if (words === undefined)
    throw new Error(
      `it is not known whether ${path} of ${host} was wiped: check the list of disks in a few minutes`,
    );
  say(`${path} of ${host} is wiped; the list of disks shows it after the orchestrator's next scan`);
}
