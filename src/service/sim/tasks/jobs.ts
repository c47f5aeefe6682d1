import { addBackup, type BackupService } from '../backups/backups.ts';
import { checksumOf, encryptedConfiguration } from '../backups/contents.ts';
import type { SimCluster } from '../cluster.ts';
import { logAudit } from '../log/write.ts';
import type { Device } from '../model/inventory.ts';
import type { Model } from '../model/model.ts';
import type { Host, Osd } from '../model/topology.ts';
import { Pg } from '../placementGroups/states.ts';
import type { SimJob, Run } from './board.ts';

const MB = 1e6;
/** Sequential MB/s and random operations per second of healthy disks [assumed from data sheets]. */
const SPEED = { hdd: [215, 170], ssd: [520, 68_000], nvme: [3100, 410_000] } as const;

/** The task that measures a disk for half a minute. */
export function benchmark({ dice }: Model, disk: Device, startedBy: string): SimJob {
  return {
    name: 'Disk benchmark',
    object: `${disk.host.name}:${disk.name}`,
    startedBy,
    queue: `disk ${disk.id}`,
    *run(): Run {
      const slow = (disk.osd?.lagMs ?? 0) > 0 || disk.osd?.smart.status === 'FAILING' ? 0.05 : 1;
      const [throughput, operations] = SPEED[disk.deviceClass];
      yield `measuring ${disk.name} (${disk.info}, ${disk.deviceClass})`;
      for (const [test, value, unit] of [
        ['sequential read', throughput, 'MB/s'],
        ['sequential write', throughput * 0.9, 'MB/s'],
        ['random read 4k', operations, 'IOPS'],
      ] as const) {
        for (let second = 1; second <= 10; second++) {
          yield second % 2 === 0
            ? `${test} ${second * 10}%: ${Math.round(value * slow * dice.faults.between(0.94, 1.03))} ${unit}`
            : undefined;
        }
      }
      yield 'done';
    },
  };
}

/**
 * The task that makes an encrypted backup of the configuration. Without a service, the backup is from before the
 * service was started.
 */
export function configBackup(model: Model, startedBy: string, service?: BackupService): SimJob {
  return {
    name: 'Configuration backup',
    object: 'configuration',
    startedBy,
    queue: 'configuration backup',
    *run(): Run {
      const { dice, osds, pools } = model;
      yield `collecting the configuration of ${osds.length} OSDs and ${pools.length} pools`;
      yield 'collecting settings, rules and the CRUSH map';
      const settings = service?.configuration.changedValues();
      const data = encryptedConfiguration(model, settings, Buffer.from(dice.faults.hex(64), 'hex'));
      yield `encrypted, ${data.length} bytes`;
      yield 'storing';
      yield undefined;
      const [at, checksum] = [Math.floor(model.timeOf(model.tick) / 1000), checksumOf(data)];
      const uuid = addBackup(model, { at, bytes: data.length, checksum, settings }, service?.persistence);
      yield `stored as backup ${uuid}, SHA256 ${checksum}`;
    },
  };
}

/** Seconds for which a rebooting server is away, and maximum seconds until its placement groups are active again. */
const REBOOT = 75;
const TIMEOUT = 900;

/** The task that reboots servers one after another, with noout set so that no data moves. */
export function rebootAll(cluster: SimCluster, hosts: readonly Host[], startedBy: string): SimJob {
  const { model } = cluster;
  return {
    name: 'Reboot servers',
    object: `${hosts.length} servers`,
    startedBy,
    queue: 'reboot',
    *run(): Run {
      if (hosts.length === 0) {
        yield 'all servers run their configured image';
        return;
      }
      const alreadySet = model.flags.has('noout');
      if (!alreadySet) cluster.setFlag('noout', true);
      try {
        for (const host of hosts) yield* reboot(cluster, host);
      } finally {
        if (!alreadySet) cluster.setFlag('noout', false);
      }
      yield 'all servers run their configured image';
    },
  };
}

function* reboot(cluster: SimCluster, host: Host): Run {
  yield `${host.name}: rebooting`;
  cluster.killHost(host.name);
  // It boots even if the task is cancelled meanwhile.
  cluster.after(REBOOT, () => boot(cluster, host));
  while (!host.powered) yield undefined;
  yield `${host.name}: up again, waiting for its OSDs and placement groups`;
  for (let second = 0; !settled(cluster.model, host); second++) {
    if (second > TIMEOUT)
      throw new Error(`${host.name}: placement groups are not healthy after ${TIMEOUT} s, stopped`);
    yield undefined;
  }
  yield `${host.name}: done`;
}

function boot(cluster: SimCluster, host: Host): void {
  if (host.powered) return;
  cluster.startHost(host.name);
  host.currentImage = true;
}

const settled = (model: Model, { osds }: Host): boolean =>
  osds.every(
    (osd) =>
      osd.up &&
      osd.shards.every(
        (id) => ((model.unclean.get(id)?.state ?? Pg.active) & (Pg.active | Pg.undersized)) === Pg.active,
      ),
  );

/** Marks an OSD out and waits until it holds no data. When it is cancelled, the OSD is marked in again. */
export function* drain(cluster: SimCluster, osd: Osd): Run {
  const total = osd.shards.length;
  let emptied = false;
  const wasIn = osd.in;
  // Marked out before the first yield, so that no other task plans to place data on it.
  logAudit(cluster.model, { prefix: 'osd out', ids: String(osd.id) });
  cluster.outOsd(osd.id);
  try {
    yield `moving ${total} placement groups (${Math.round(osd.used / MB)} MB) away from osd.${osd.id}`;
    for (let second = 1; osd.shards.length > 0; second++) {
      yield second % 15 === 0
        ? `${osd.shards.length} of ${total} placement groups left, ${Math.round(osd.used / MB)} MB`
        : undefined;
    }
    emptied = true;
  } finally {
    if (!emptied && wasIn) cluster.inOsd(osd.id);
  }
  yield `osd.${osd.id} is empty`;
}
