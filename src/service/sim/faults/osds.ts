import type { SimCluster } from '../cluster.ts';
import { logKernel } from '../log/write.ts';
import type { Dice } from '../model/random.ts';
import type { Host, Osd } from '../model/topology.ts';
import { reattachDisk, loseDisk, repairRead } from '../osds/badDisk.ts';
import type { FaultEffect } from './fault.ts';
import { anyHost, anyOsd, type InjectFault } from './pick.ts';

const osdFault = ({ id, host }: Osd, summary: string, heal: () => void): FaultEffect => ({
  objects: [`osd.${id}`],
  host: host.name,
  summary,
  heal,
});

/** The daemon has stopped: peers get their connections refused and report it at once. */
export const osdDown: InjectFault = (cluster, dice) => {
  const osd = anyOsd(cluster, dice);
  const { id, host } = osd;
  cluster.killOsd(id);
  return osdFault(osd, `the daemon of osd.${id} on ${host.name} has stopped`, () => cluster.startOsd(id));
};

/** The kernel kills the daemon for lack of memory, which only it knows: its peers see that it has ended. */
export const outOfMemory: InjectFault = (cluster, dice) => {
  const osd = anyOsd(cluster, dice);
  const { id, host } = osd;
  osd.killedAt = cluster.model.tick;
  cluster.killOsd(id);
  return osdFault(osd, `the kernel of ${host.name} killed osd.${id} for lack of memory`, () =>
    cluster.startOsd(id),
  );
};

/**
 * The daemon hangs with its connections open: its peers wait, and the monitors learn of it after the heartbeat grace.
 */
export const osdHang: InjectFault = (cluster, dice) => {
  const osd = anyOsd(cluster, dice);
  const { id, host } = osd;
  cluster.hangOsd(id);
  return osdFault(osd, `the daemon of osd.${id} on ${host.name} hangs and does not answer`, () =>
    cluster.startOsd(id),
  );
};

/**
 * Seconds of each cycle of a flapping OSD, and seconds of it without heartbeats, which are longer than the heartbeat
 * grace.
 */
const [CYCLE, AWAY] = [75, 40];
const CYCLES = 12;

/** Heartbeats of one OSD are lost again and again, until it stops itself (osd_max_markdown_count). */
export const osdFlap: InjectFault = (cluster, dice) => {
  const osd = anyOsd(cluster, dice);
  const { id, host } = osd;
  let healed = false;
  const disturb = (disturbed: boolean) => !healed && cluster.disturbOsd(id, disturbed);
  disturb(true);
  for (let round = 0; round < CYCLES; round++) {
    if (round > 0) cluster.after(round * CYCLE, () => disturb(true));
    cluster.after(round * CYCLE + AWAY, () => disturb(false));
  }
  return osdFault(osd, `osd.${id} on ${host.name} flaps`, () => {
    cluster.disturbOsd(id, false);
    cluster.startOsd(id);
    healed = true;
  });
};

/** Range of the extra milliseconds of slow disks: from 15 operations per second down to 2. */
const SLOWNESS = [67, 500] as const;

/** One disk is slow, but not slow enough for any health check. */
export const diskSlow: InjectFault = (cluster, dice) => {
  const osd = anyOsd(cluster, dice);
  const { id, host } = osd;
  const lag = Math.round(dice.between(...SLOWNESS));
  cluster.slowDisk(id, lag);
  return osdFault(osd, `the disk of osd.${id} on ${host.name} takes ${lag} ms longer for each request`, () =>
    cluster.slowDisk(id, 0),
  );
};

/** Number of kernel messages about the controller, and seconds between two. */
const [COMPLAINTS, COMPLAIN_EVERY] = [60, 20];

const complainOfController = ({ model }: SimCluster, host: Host, dice: Dice): void =>
  logKernel(
    model,
    host,
    'warning',
    dice.chance(0.5)
      ? 'mpt3sas_cm0: log_info(0x31120303): originator(PL), code(0x12), sub_code(0x0303)'
      : `sd 0:0:${dice.below(host.osds.length)}:0: attempting task abort!scmd(0x00000000${dice.hex(8)}), outstanding for ${30_000 + dice.below(400)} ms & timeout 30000 ms`,
  );

/** The disks behind one controller of a server are all slow. NVMe drives are on the PCIe bus, not behind it. */
export const controller: InjectFault = (cluster, dice) => {
  const host = anyHost(cluster, dice);
  const lag = Math.round(dice.between(...SLOWNESS));
  const behind = host.osds.filter(({ deviceClass }) => deviceClass !== 'nvme');
  const osds = behind.length > 1 ? behind : host.osds;
  for (const { id } of osds) cluster.slowDisk(id, lag);
  let healed = false;
  for (let round = 0; round < COMPLAINTS; round++) {
    cluster.after(4 + round * COMPLAIN_EVERY, () => healed || complainOfController(cluster, host, dice));
  }
  return {
    objects: [host.name, ...osds.map(({ id }) => `osd.${id}`)],
    host: host.name,
    summary: `the ${osds.length} disks behind the controller of ${host.name} take ${lag} ms longer`,
    heal() {
      healed = true;
      for (const { id } of osds) cluster.slowDisk(id, 0);
    },
  };
};

/** Number of failing reads, and seconds between two (measured: 15 within 16 s). */
const [BAD_READS, READ_EVERY] = [15, 2];

/** A disk has read errors. Each failed read is answered from another copy, so that no client notices. */
export const diskError: InjectFault = (cluster, dice) => {
  const osd = anyOsd(cluster, dice);
  const { id, host } = osd;
  let healed = false;
  for (let read = 0; read < BAD_READS; read++) {
    cluster.after(read * READ_EVERY, () => healed || repairRead(cluster.model, cluster.osd(id)));
  }
  return osdFault(osd, `the disk of osd.${id} on ${host.name} cannot read some of its blocks`, () => {
    healed = true;
    cluster.osd(id).repairedReads = 0;
  });
};

/** A disk is missing from its server. */
export const diskMissing: InjectFault = (cluster, dice) => {
  const osd = anyOsd(cluster, dice);
  const { id, host } = osd;
  loseDisk(cluster.model, cluster.osd(id));
  cluster.crashOsd(id);
  return osdFault(osd, `the disk of osd.${id} is gone from ${host.name}`, () => {
    reattachDisk(cluster.model, cluster.osd(id));
    cluster.startOsd(id);
  });
};
