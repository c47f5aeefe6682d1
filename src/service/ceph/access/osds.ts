import { messageOf } from '../../../lib/thrown.ts';
import { Refusal } from '../../engine.ts';
import { retryWhileSilent, waitFor } from '../client/timeouts.ts';
import type { ClusterParts } from '../clusterParts.ts';
import type { Say } from '../tasks/board.ts';
import type { RanProgram } from '../via/programs.ts';
import { lastLine, startRawOsd } from './daemons.ts';
import { noteDatabase } from './databaseTags.ts';
import { findDisk, isOfOsd, whyUnusable } from './disks.ts';
import type { HostDisk } from './hostDisk.ts';
import type { ServerHelper, ServerAccess } from './serverAccess.ts';

/** An OSD that is to be created on a disk. */
export interface NewOsd {
  readonly host: string;
  /** Name of the disk, as in `sdc`. */
  readonly name: string;
  readonly deviceClass: string | undefined;
  /** The id of a destroyed OSD that the new one takes over. */
  readonly osdId: number | undefined;
  readonly encrypted: boolean;
  /** Path of the partition for its database, or of a disk where the orchestrator divides it; otherwise it is with the data. */
  readonly database?: string | undefined;
}

const CEPH_VOLUME_TIMEOUT_MS = 600_000;
/** The wait for a new OSD to come up. */
const UP = { every: 1000, within: 60_000 };
const TEST_TIMEOUT_MS = 60_000;

/** The disk, if it can become an OSD, or something else that needs an empty disk. @throws Refusal 404, or 409 if it cannot */
export async function requireEmpty(
  access: ServerAccess,
  host: string,
  name: string,
  use = 'an OSD',
): Promise<HostDisk> {
  const disk = await findDisk(access, host, name);
  const why = whyUnusable(disk);
  if (why !== undefined) throw new Refusal(409, `${disk.path} of ${host} cannot become ${use}: ${why}`);
  return disk;
}

/** The mode of ceph-volume for a server: `lvm`, or `raw` if its kernel has no device mapper. */
const modeFor = async ({ run }: ServerHelper): Promise<'lvm' | 'raw'> =>
  (await run(['test', '-e', '/dev/mapper/control'], TEST_TIMEOUT_MS)).status === 0 ? 'lvm' : 'raw';

/** The id of the OSD that ceph-volume finds on a disk, its UUID if it is on LVM, and the whole answer. */
async function osdOn(
  { run }: ServerHelper,
  mode: 'lvm' | 'raw',
  path: string,
): Promise<{ readonly id: number; readonly uuid: string | undefined; readonly listed: string }> {
  const listed = await run(['ceph-volume', mode, 'list', path, '--format', 'json'], CEPH_VOLUME_TIMEOUT_MS);
  const ids = [...listed.out.matchAll(/"(?:osd_id|ceph\.osd_id)": "?(\d+)/g)].map(([, id]) => Number(id));
  const [id] = new Set(ids);
  const [, uuid] = /"ceph\.osd_fsid": "([^"]+)"/.exec(listed.out) ?? [];
  if (id !== undefined) return { id, uuid, listed: listed.out };
  throw new Error(`${path} was prepared, but ceph-volume finds no OSD on it: ${lastLine(listed)}`);
}

/** The error for a run of ceph-volume whose outcome is unknown. */
const unknownOutcome = (failure: unknown, host: string, path: string): Error =>
  new Error(
    `${messageOf(failure)}. It is not known how far ceph-volume got on ${host}: check the disk in a minute; if ${path} contains an OSD then, wipe it (role unassigned), purge any OSD that never came up, and try again`,
  );

/**
 * Creates an OSD on an empty disk, starts it and waits until it is up. A failure before the disk is prepared changes
 * nothing; later failures name the new OSD.
 */
export async function createOsd(
  { access, inventory, clock }: Omit<ClusterParts, 'ceph'>,
  { host, name, deviceClass, osdId, encrypted, database }: NewOsd,
  say: Say,
  cancelled: AbortSignal,
): Promise<number> {
  const helper = access.on(host);
  // The disk may have changed since the task was requested.
  const { path } = await requireEmpty(access, host, name);
  const mode = await modeFor(helper);
  if (mode === 'raw' && encrypted)
    throw new Error(`${host} has no device mapper, which encryption needs: nothing was changed`);
  const where = database === undefined ? '' : `, with its database on ${database}`;
  say(`${path} of ${host} is being prepared (ceph-volume ${mode})${where}`);
  const prepare = [
    '--bluestore',
    '--data',
    path,
    ...(deviceClass ? ['--crush-device-class', deviceClass] : []),
    ...(osdId === undefined ? [] : ['--osd-id', String(osdId)]),
    ...(encrypted ? ['--dmcrypt'] : []),
    ...(database === undefined ? [] : ['--block.db', database]),
  ];
  const prepared = await helper
    .run(['ceph-volume', mode, 'prepare', ...prepare], CEPH_VOLUME_TIMEOUT_MS)
    .catch((failure: unknown) => {
      throw unknownOutcome(failure, host, path);
    });
  if (prepared.status !== 0) throw new Error(`ceph-volume on ${host}: ${reasonOf(prepared)}`);
  const { id: created, uuid, listed } = await osdOn(helper, mode, path);
  say(`osd.${created} is on ${path}; its daemon is starting`);
  try {
    if (mode === 'lvm' && database !== undefined) await noteDatabase(helper, listed, database);
    await (mode === 'raw' ? startRawOsd(helper, created) : activate(helper, created, uuid));
  } catch (failure) {
    throw new Error(`osd.${created} was created on ${path} of ${host}, but ${messageOf(failure)}`, {
      cause: failure,
    });
  }
  const findUp = async () =>
    (await inventory.tree()).nodes.find(({ id, status }) => id === created && status === 'up');
  const isUp = () => retryWhileSilent(clock, findUp, cancelled);
  if (await waitFor(clock, { ...UP, signal: cancelled }, isUp)) return created;
  throw new Error(
    `osd.${created} was created on ${path} of ${host} and its daemon started, but it is not up after ${UP.within / 1000} s: see its log there`,
  );
}

/** Starts an OSD on LVM, now and at each boot: only this one, as others of the server may have been stopped on purpose. */
async function activate(helper: ServerHelper, osd: number, uuid: string | undefined): Promise<void> {
  if (uuid === undefined) throw new Error('ceph-volume does not list its UUID, which is needed to start it');
  const command = ['ceph-volume', 'lvm', 'activate', String(osd), uuid] as const;
  const started = await helper.run(command, CEPH_VOLUME_TIMEOUT_MS);
  if (started.status !== 0) throw new Error(`ceph-volume: ${lastLine(started)}`);
}

/** Matches how the ceph-volume of Ceph 20.2 fails for an encrypted OSD with its database on a partition. */
const NOT_ENCRYPTED = /KeyError: 'ceph\.db_uuid'/;

function reasonOf(ran: RanProgram): string {
  const line = lastLine(ran);
  if (!NOT_ENCRYPTED.test(line)) return line;
  return `this release cannot encrypt a database on a partition (${line}): leave out the journal disk, or the encryption`;
}

/** Wipes what a former OSD left on a disk. @throws Refusal 409 for a disk that carries anything else */
export async function wipeDisk(access: ServerAccess, host: string, name: string, say: Say): Promise<void> {
  const helper = access.on(host);
  const disk = await findDisk(access, host, name);
  const { path, holds } = disk;
  if (holds.length === 0) return say(`${path} of ${host} is empty`);
  if (!isOfOsd(disk))
    throw new Refusal(
      409,
      `${path} of ${host} contains ${holds.join(', ')}, which is not from an OSD: wipe it there`,
    );
  const zapped = await helper.run(['ceph-volume', 'lvm', 'zap', '--destroy', path], CEPH_VOLUME_TIMEOUT_MS);
  if (zapped.status !== 0) throw new Error(`ceph-volume on ${host}: ${lastLine(zapped)}`);
  say(`${path} of ${host} is empty`);
}
