import { bucketNamed, moveOsd } from '../crush/tree.ts';
import { logCluster } from '../log/write.ts';
import type { Device } from '../model/inventory.ts';
import type { Model } from '../model/model.ts';
import { newOsd, type CrushBucket, type DeviceClass, type Host, type Osd } from '../model/topology.ts';
import { repeer } from '../placementGroups/peering.ts';
import { crushChanged } from '../placementGroups/remap.ts';
import { updateDisplaced, poolOfPg } from '../placementGroups/uncleanPg.ts';
import { markOut, osdChanged } from './map.ts';
import { setUsed } from './usage.ts';

/**
 * Starts an OSD on an empty disk, under a new id or under that of a destroyed OSD. It is added to its server's
 * bucket, boots within seconds, and then gets its share of the data by backfill.
 */
export function startOsdOn(model: Model, disk: Device, deviceClass: DeviceClass, reuse?: Osd): Osd {
  const { host, capacity } = disk;
  const osd =
    reuse ?? addOsd(model, newOsd(model.osds.length, host, deviceClass, capacity, model.dice.changes));
  if (reuse !== undefined) revive(reuse, disk, deviceClass);
  osd.up = false;
  osd.in = false;
  // The monitors mark new OSDs in when they boot, unless noin is set.
  osd.autoOut = true;
  if (osd.bucket?.name !== host.name) moveOsd(osd, bucketOf(model, host));
  crushChanged(model);
  osdChanged(model, osd, true);
  return osd;
}

/** Adds an OSD that is not in the CRUSH hierarchy yet. */
export function addOsd(model: Model, osd: Osd): Osd {
  model.osds.push(osd);
  osd.host.osds.push(osd);
  return osd;
}

/** Makes a server that of an OSD, whatever other one had it before. */
export function putOn(host: Host, osd: Osd): void {
  if (osd.host === host) return;
  osd.host.osds.splice(osd.host.osds.indexOf(osd), 1);
  host.osds.push(osd);
  osd.host = host;
}

function revive(osd: Osd, { host, capacity }: Device, deviceClass: DeviceClass): void {
  putOn(host, osd);
  Object.assign(osd, {
    capacity,
    deviceClass,
    destroyed: false,
    process: 'running',
    disturbed: false,
    lagMs: 0,
    reweight: 1,
    downAt: undefined,
    retriedReads: 0,
    repairedReads: 0,
    smart: { status: 'OK', details: '' },
  } satisfies Partial<Osd>);
  osd.markdowns.length = 0;
}

/** The bucket of a server; created below the first root if there is none. */
function bucketOf(model: Model, host: Host): CrushBucket {
  const known = bucketNamed(model.crush, host.name);
  if (known !== undefined) return known;
  const [root] = model.crush.values();
  const id = Math.min(...model.crush.keys()) - 1;
  const bucket: CrushBucket = { id, name: host.name, type: 'host', parent: root, buckets: [], osds: [] };
  root?.buckets.push(bucket);
  model.crush = new Map(model.crush).set(id, bucket);
  return bucket;
}

/** Destroys a stopped OSD: its data is lost, and its id becomes free for a new disk. */
export function destroyOsd(model: Model, osd: Osd): void {
  osd.destroyed = true;
  model.ailing.delete(osd.id);
  const held = osd.shards.splice(0);
  for (const id of held) {
    const pool = poolOfPg(model, id);
    const first = (id - pool.firstPg) * pool.size;
    pool.holders[first + pool.holders.subarray(first, first + pool.size).indexOf(osd.id)] = -1;
    updateDisplaced(model, pool, id - pool.firstPg);
  }
  setUsed(model, osd, 0);
  markOut(model, osd);
  repeer(model, held);
  logCluster(model, 'notice', `osd.${osd.id} is destroyed`);
}
