import type { SimCluster } from '../cluster.ts';
import { logKernel } from '../log/write.ts';
import { HEALTHY_LINK, type Host, type Link } from '../model/topology.ts';
import type { FaultEffect } from './fault.ts';
import { anyHost, type InjectFault } from './pick.ts';

const hostFault = ({ name }: Host, what: string, heal: () => void): FaultEffect => ({
  objects: [name],
  host: name,
  summary: `${name} ${what}`,
  heal,
});

/** A server has lost power. */
export const hostDown: InjectFault = (cluster, dice) => {
  const host = anyHost(cluster, dice);
  cluster.killHost(host.name);
  return hostFault(host, 'has lost power', () => cluster.startHost(host.name));
};

/** The kernel of a server hangs. */
export const hostFreeze: InjectFault = (cluster, dice) => {
  const host = anyHost(cluster, dice);
  cluster.freezeHost(host.name, true);
  return hostFault(host, 'hangs: it accepts connections and answers nothing', () =>
    cluster.freezeHost(host.name, false),
  );
};

/** Ranges of bad links: the share of lost packets, and the delay in milliseconds. */
const LOSSES = [0.18, 0.35] as const;
const DELAYS = [150, 400] as const;

const badLink = (cluster: SimCluster, host: Host, link: Link, what: string): FaultEffect =>
  hostFault(host, what, cluster.disturbLink(host.name, link));

/** A server loses some of its packets. */
export const netLoss: InjectFault = (cluster, dice) => {
  const loss = Math.round(dice.between(...LOSSES) * 100) / 100;
  return badLink(
    cluster,
    anyHost(cluster, dice),
    { loss, delayMs: 0 },
    `loses ${Math.round(loss * 100)} % of its packets`,
  );
};

/** The link of a server is overloaded and delays all packets. */
export const netSlow: InjectFault = (cluster, dice) => {
  const delayMs = Math.round(dice.between(...DELAYS));
  return badLink(
    cluster,
    anyHost(cluster, dice),
    { loss: 0, delayMs },
    `has a slow link: each packet takes ${delayMs} ms longer`,
  );
};

/** Seconds of each cycle of a flapping link, and seconds of it without a link. */
const [CYCLE, AWAY] = [90, 35];
const CYCLES = 20;

/** The link of a server goes down and comes back again and again. */
export const linkFlap: InjectFault = (cluster, dice) => {
  const host = anyHost(cluster, dice);
  let healed = false;
  const connect = (connected: boolean) => {
    if (healed) return;
    cluster.connectHost(host.name, connected);
    if (connected) logKernel(cluster.model, host, 'info', 'ixgbe 0000:3b:00.0 eth0: NIC Link is Up 10 Gbps');
  };
  connect(false);
  for (let round = 0; round < CYCLES; round++) {
    if (round > 0) cluster.after(round * CYCLE, () => connect(false));
    cluster.after(round * CYCLE + AWAY, () => connect(true));
  }
  return hostFault(host, 'has a flapping link', () => {
    connect(true);
    healed = true;
  });
};

/**
 * Large packets of a server are dropped in the cluster network: heartbeats, which are padded to
 * osd_heartbeat_min_size, never arrive. Its OSDs are marked down and wait for their peers, though they reach the
 * monitors.
 */
export const netMtu: InjectFault = (cluster, dice) => {
  const host = anyHost(cluster, dice);
  const repair = cluster.disturbLink(host.name, { ...HEALTHY_LINK, smallOnly: true });
  for (const { id } of host.osds) cluster.disturbOsd(id, true);
  return hostFault(host, 'drops packets larger than 1400 bytes', () => {
    repair();
    for (const { id } of host.osds) {
      cluster.disturbOsd(id, false);
      cluster.startOsd(id);
    }
  });
};

/** A rack is cut off from the others. */
export const rackDown: InjectFault = (cluster, dice) => {
  const { name } = dice.pick(cluster.model.racks);
  cluster.cutRack(name);
  return {
    objects: [name],
    summary: `${name} is cut off from the others`,
    heal: () => cluster.joinRack(name),
  };
};

/** A server is switched off for maintenance, which somebody has announced with a flag, for the cluster or for this server. */
export const maintenance: InjectFault = (cluster, dice) => {
  const host = anyHost(cluster, dice);
  const isForAll = dice.pick([true, false]);
  const setNoout = (set: boolean) =>
    isForAll ? cluster.setFlag('noout', set) : cluster.setBucketFlag(host.name, 'noout', set);
  setNoout(true);
  cluster.after(5, () => cluster.killHost(host.name));
  return {
    objects: isForAll ? ['noout', host.name] : [host.name],
    host: host.name,
    summary: `noout was set${isForAll ? '' : ' for it'} and ${host.name} switched off for maintenance`,
    heal() {
      cluster.startHost(host.name);
      setNoout(false);
    },
  };
};
