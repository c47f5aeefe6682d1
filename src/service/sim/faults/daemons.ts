import type { SimCluster } from '../cluster.ts';
import type { Daemon, DaemonKind } from '../model/daemons.ts';
import { daemonsOf } from '../monitors/quorum.ts';
import type { FaultEffect } from './fault.ts';
import type { InjectFault } from './pick.ts';

const nameOf = ({ kind, name }: Daemon): string => `${kind}.${name}`;

function stop(cluster: SimCluster, daemons: readonly Daemon[], what: string): FaultEffect {
  for (const { kind, name } of daemons) cluster.killDaemon(kind, name);
  return {
    objects: daemons.map(nameOf),
    ...(daemons.length === 1 && { host: daemons[0]!.host.name }),
    summary: `${what}: ${daemons.map((daemon) => `${nameOf(daemon)} on ${daemon.host.name}`).join(', ')}`,
    heal: () => daemons.forEach(({ kind, name }) => cluster.startDaemon(kind, name)),
  };
}

/** A monitor has stopped. */
export const monDown: InjectFault = (cluster, dice) =>
  stop(cluster, [dice.pick(daemonsOf(cluster.model, 'mon'))], 'a monitor has stopped');

/** All managers have stopped, so that none takes over. */
export const mgrDown: InjectFault = (cluster) =>
  stop(cluster, daemonsOf(cluster.model, 'mgr'), 'the managers have stopped');

/** The active metadata server has stopped; a standby takes over after the beacon grace. */
export const mdsDown: InjectFault = (cluster) =>
  stop(
    cluster,
    daemonsOf(cluster.model, 'mds').filter(({ active }) => active),
    'the active metadata server has stopped',
  );

const GATEWAYS: readonly DaemonKind[] = ['radosgw', 'iscsi', 'nfs'];

/** A gateway has stopped, which no health check reports. */
export const gatewayDown: InjectFault = (cluster, dice) =>
  stop(
    cluster,
    [dice.pick(GATEWAYS.flatMap((kind) => daemonsOf(cluster.model, kind)))],
    'a gateway has stopped',
  );

/** Range of the clock error in seconds. */
const SKEWS = [0.2, 2] as const;

/** The clock of a monitor's server is wrong. If it is the leader's, the leader takes all others to be wrong. */
export const clockSkew: InjectFault = (cluster, dice) => {
  const mon = dice.pick(daemonsOf(cluster.model, 'mon').filter(({ active }) => active));
  const seconds = dice.between(...SKEWS) * (dice.chance(0.5) ? 1 : -1);
  cluster.setClock(mon.host.name, seconds);
  return {
    objects: [nameOf(mon)],
    host: mon.host.name,
    summary: `the clock of ${nameOf(mon)} on ${mon.host.name} is ${Math.abs(seconds).toFixed(2)} s ${seconds > 0 ? 'ahead' : 'behind'}`,
    heal: () => cluster.setClock(mon.host.name, 0),
  };
};
