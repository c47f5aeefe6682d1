import type { ClusterFacts } from '../../../api/contract/extensions/clusterFacts.ts';
import type { Clock } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/thrown.ts';
import type { Section } from '../../engine.ts';
import { createBackgroundRead } from '../client/backgroundRead.ts';
import type { Ceph } from '../client/ceph.ts';
import type { ConfigEntry } from '../config/read.ts';
import type { Inventory } from '../map/inventory.ts';
import { firstRunning } from '../map/osdTree.ts';
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

type FactName = Exclude<keyof ClusterFacts, 'notKnown'>;

/** The interval between two reads of a part; most parts change slowly. */
const INTERVAL_MS = 10_000;
/**
 * The interval for costly parts: the list of devices grows with the cluster, and a manager without an orchestrator logs
 * an error each time that it is asked for the upgrade.
 */
const LONG_INTERVAL_MS = 60_000;
/** A part that was not read again for this many intervals is outdated. */
const OUTDATED_AFTER = 6;

/** The value of a part, or the reason why it is not known. */
type KnownPart<T> = { readonly value: T } | { readonly reason: string };

/** The request scheduler of the first running OSD, and the disk speeds that the OSDs measured. */
async function scheduler(ceph: Ceph, inventory: Inventory): Promise<ClusterFacts['scheduler']> {
  const first = firstRunning(await inventory.tree());
  if (!first) throw new Error('no OSD is running to report its scheduler');
  const option = async (key: string) =>
    (await ceph.readText({ prefix: 'config show', who: first.name, key })).trim();
  const [queue, profile, config] = await Promise.all([
    option('osd_op_queue'),
    option('osd_mclock_profile'),
    ceph.read<ConfigEntry[]>({ prefix: 'config dump' }),
  ]);
  return { queue, profile, capacities: capacities(config) };
}

/** Collects facts about the cluster. Each part has its own source, and none waits for another. */
export function factsHandlers(ceph: Ceph, inventory: Inventory, clock: Clock) {
  const source = <T>(read: () => Promise<T | undefined>, intervalMs = INTERVAL_MS) => {
    const part = createBackgroundRead<KnownPart<T>>(clock, { minRestMs: intervalMs });
    const ask = () =>
      read().then(
        (value) => (value === undefined ? { reason: 'this release does not report it' } : { value }),
        (failure: unknown) => ({ reason: messageOf(failure) }),
      );
    return async (): Promise<KnownPart<T>> => {
      const last = await part(ask);
      const isRecent = last !== undefined && clock.elapsed() - last.at < OUTDATED_AFTER * intervalMs;
      return isRecent ? last.value : { reason: 'the cluster has not answered yet' };
    };
  };
  const sources: { readonly [Name in FactName]: () => Promise<KnownPart<ClusterFacts[Name]>> } = {
    daemons: source(async () => daemonVersions(await ceph.read<VersionsDump>({ prefix: 'versions' }))),
    scheduler: source(() => scheduler(ceph, inventory)),
    balancer: source(async () => balancer(await ceph.read<BalancerDump>({ prefix: 'balancer status' }))),
    autoscaler: source(async () =>
      autoscaler(await ceph.read<AutoscaleDump[]>({ prefix: 'osd pool autoscale-status' })),
    ),
    devices: source(
      async () => devices(await ceph.read<DeviceDump[]>({ prefix: 'device ls' })),
      LONG_INTERVAL_MS,
    ),
    stretch: source(async () => stretch(await ceph.read<StretchDump>({ prefix: 'mon dump' }))),
    upgrade: source(
      async () => upgrade(await ceph.read<UpgradeDump>({ prefix: 'orch upgrade status' })),
      LONG_INTERVAL_MS,
    ),
  };
  return {
    async getClusterFacts(): Promise<ClusterFacts> {
      const facts = await Promise.all(
        Object.entries(sources).map(async ([part, read]) => ({ part, fact: await read() })),
      );
      return {
        ...Object.fromEntries(
          facts.flatMap(({ part, fact }) => ('value' in fact ? [[part, fact.value]] : [])),
        ),
        notKnown: facts.flatMap(({ part, fact }) =>
          'reason' in fact ? [{ part, reason: fact.reason }] : [],
        ),
      };
    },
  } satisfies Section;
}
