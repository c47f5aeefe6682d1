import { capacityOf, idleWriteMs } from '../load/crowding.ts';
import type { InjectFault } from './pick.ts';

/**
 * The range of the factor by which all requests take longer behind those of a busy client (measured: fifteen, with a client that
 * has 430 to 800 requests in flight in eight OSDs).
 */
const SLOWDOWNS = [10, 30] as const;

/** One client keeps so many requests in flight that all others on the same disks wait. */
export const hotClient: InjectFault = (cluster, dice) => {
  const { model } = cluster;
  const pool = dice.pick(model.pools.filter(({ load }) => load.writeOps > 0));
  const inFlight = Math.ceil((capacityOf(pool) * idleWriteMs(pool) * dice.between(...SLOWDOWNS)) / 1000);
  const client = 5100 + dice.below(800);
  const busy = { client, address: `10.1.2.${20 + dice.below(200)}`, pool, inFlight };
  model.busyClients.add(busy);
  return {
    objects: [`client.${client}`, pool.name],
    summary: `client.${client} at ${busy.address} keeps ${inFlight} writes to ${pool.name} in flight`,
    heal: () => model.busyClients.delete(busy),
  };
};

/** A client of the filesystem hangs and keeps capabilities for which others wait, until it is evicted. */
export const clientHung: InjectFault = (cluster, dice) => {
  const { metadata, tick } = cluster.model;
  const client = 5100 + dice.below(800);
  metadata.hung = { client, since: tick };
  return {
    objects: [`client.${client}`],
    summary: `client.${client} of the filesystem hangs while others wait for it`,
    heal: () => (metadata.hung = undefined),
  };
};

/** The metadata server cannot trim its journal as fast as it grows. */
export const mdsBehind: InjectFault = (cluster, dice) => {
  const { metadata } = cluster.model;
  const all = cluster.model.daemons.filter(({ kind }) => kind === 'mds');
  const mds = all.find(({ active }) => active);
  const { segments } = metadata;
  metadata.growth = 20 + dice.below(60);
  return {
    // A standby that takes over gets the journal, and is behind with it.
    objects: all.map(({ name }) => `mds.${name}`),
    ...(mds && { host: mds.host.name }),
    summary: `mds.${mds?.name ?? 'a'} does not trim its journal`,
    heal: () => void Object.assign(metadata, { growth: 0, segments }),
  };
};

/** Changes of settings that look harmless. */
const CHANGES = [
  ['mon_max_pg_per_osd', 20],
  ['mon_osd_down_out_interval', 0],
] as const;

/** Somebody has changed a setting, and the cluster raises a health check because of it. */
export const configChange: InjectFault = (cluster, dice) => {
  const [name, value] = dice.pick(CHANGES);
  cluster.setOption(name, value);
  return {
    objects: [name],
    summary: `${name} was set to ${value}`,
    heal: () => cluster.setOption(name, null),
  };
};
