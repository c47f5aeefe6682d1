import type { ClusterFacts } from '../../../api/contract/extensions/clusterFacts.ts';
import type { Clock } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/thrown.ts';
import type { Section } from '../../engine.ts';
import type { Ceph } from '../ceph.ts';
import type { ConfigEntry } from '../config/read.ts';
import type { Inventory } from '../inventory.ts';
import { firstRunning } from '../osdTree.ts';
import { createPart } from '../part.ts';
import {
  autoscaler,
  balancer,
  capacities,
  daemonVersions,
  devices,
  stretch,
  upgrade,
  type AutoscaleDump,
  type BalancerDump,
  type DeviceDump,
  type StretchDump,
  type UpgradeDump,
  type VersionsDump,
} from './read.ts';

type Part = Exclude<keyof ClusterFacts, 'notKnown'>;

/**
 * Milliseconds between two reads of a part: what it tells changes slowly. The list of devices grows with the cluster, and a
 * manager without an orchestrator logs an error each time that it is asked for one.
 */
const APART_MS = 10_000;
const RARELY_MS = 60_000;
const REST_FACTOR = 5;
/** A part that was not read again for so many times as long says nothing of the present. */
const OLD_AFTER = 6;

/** A part that was told, or why it was not. */
type Told<T> = { readonly value: T } | { readonly reason: string };

/** The scheduler of requests, as an OSD that runs tells it, and the speed that OSDs measured of their disks. */
async function scheduler(ceph: Ceph, inventory: Inventory): Promise<ClusterFacts['scheduler']> {
  const first = firstRunning(await inventory.tree());
  if (!first) throw new Error('no OSD runs that could tell its scheduler');
  const option = async (key: string) =>
    (await ceph.readText({ prefix: 'config show', who: first.name, key })).trim();
  const [queue, profile, config] = await Promise.all([
    option('osd_op_queue'),
    option('osd_mclock_profile'),
    ceph.read<ConfigEntry[]>({ prefix: 'config dump' }),
  ]);
  return { queue, profile, capacities: capacities(config) };
}

/** The facts that the cluster tells of itself. Each part comes from a source of its own, and none waits for another. */
export function factsHandlers(ceph: Ceph, inventory: Inventory, clock: Clock) {
  const source = <T>(read: () => Promise<T | undefined>, apartMs = APART_MS) => {
    const part = createPart<Told<T>>(clock, REST_FACTOR, apartMs);
    const ask = () =>
      read().then(
        (value) => (value === undefined ? { reason: 'this release does not tell it' } : { value }),
        (failure: unknown) => ({ reason: messageOf(failure) }),
      );
    return async (): Promise<Told<T>> => {
      const told = await part(ask);
      const isRecent = told !== undefined && clock.elapsed() - told.at < OLD_AFTER * apartMs;
      return isRecent ? told.value : { reason: 'the cluster has not answered yet' };
    };
  };
  const sources: { readonly [Name in Part]: () => Promise<Told<ClusterFacts[Name]>> } = {
    daemons: source(async () => daemonVersions(await ceph.read<VersionsDump>({ prefix: 'versions' }))),
    scheduler: source(() => scheduler(ceph, inventory)),
    balancer: source(async () => balancer(await ceph.read<BalancerDump>({ prefix: 'balancer status' }))),
    autoscaler: source(async () =>
      autoscaler(await ceph.read<AutoscaleDump[]>({ prefix: 'osd pool autoscale-status' })),
    ),
    devices: source(async () => devices(await ceph.read<DeviceDump[]>({ prefix: 'device ls' })), RARELY_MS),
    stretch: source(async () => stretch(await ceph.read<StretchDump>({ prefix: 'mon dump' }))),
    upgrade: source(
      async () => upgrade(await ceph.read<UpgradeDump>({ prefix: 'orch upgrade status' })),
      RARELY_MS,
    ),
  };
  return {
    async getClusterFacts(): Promise<ClusterFacts> {
      const parts = await Promise.all(
        Object.entries(sources).map(async ([part, tell]) => ({ part, told: await tell() })),
      );
      return {
        ...Object.fromEntries(
          parts.flatMap(({ part, told }) => ('value' in told ? [[part, told.value]] : [])),
        ),
        notKnown: parts.flatMap(({ part, told }) =>
          'reason' in told ? [{ part, reason: told.reason }] : [],
        ),
      };
    },
  } satisfies Section;
}
