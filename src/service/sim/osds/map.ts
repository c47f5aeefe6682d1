import { bucketsAbove, location, osdsBelow } from '../crush/tree.ts';
import { logCluster, logOsd } from '../log/write.ts';
import type { GroupFlag, Model } from '../model/model.ts';
import { hostAnswers, osdAnswers, osdRuns, type Osd } from '../model/topology.ts';
import { hasQuorum } from '../monitors/quorum.ts';
import { displacedFrom, repeer } from '../placementGroups/peering.ts';
import { extraMs } from './slowness.ts';

/** Seconds between the start of an OSD's daemon and its boot in the map, and after it was only disconnected. */
const START = 3;
const RECONNECT = 1;

/** True if a flag is set for an OSD: for the whole cluster, or for a bucket that contains it. */
export const hasFlag = ({ flags, bucketFlags }: Model, flag: GroupFlag, osd: Osd): boolean =>
  flags.has(flag) ||
  (bucketFlags.size > 0 && bucketsAbove(osd).some(({ name }) => bucketFlags.get(name)?.has(flag)));

/**
 * To be called when an OSD starts or stops answering its peers; `restarted` if its daemon was restarted rather than
 * reconnected. The map learns of it later: peers report a closed socket at once, silence only after the heartbeat
 * grace.
 */
export function osdChanged(model: Model, osd: Osd, restarted = false): void {
  const { heartbeatGrace, heartbeatInterval } = model.settings;
  osd.changedAt = model.tick;
  osd.restarted = restarted;
  if (osdAnswers(osd)) osd.noticedAfter = restarted ? START : RECONNECT;
  else if (osd.process === 'stopped' && hostAnswers(osd.host)) osd.noticedAfter = 1;
  else osd.noticedAfter = heartbeatGrace + 1 + model.dice.faults.below(heartbeatInterval + 1);
  model.unsettled.add(osd.id);
}

/**
 * One second of the monitors' view of the OSDs: failures, boots, and marking out OSDs that stay down. Without a
 * quorum the map does not change.
 */
export function stepOsdMap(model: Model): void {
  if (!hasQuorum(model)) return;
  for (const id of model.unsettled) {
    const osd = model.osds[id]!;
    const answers = osdAnswers(osd);
    const noticed = model.tick - osd.changedAt >= osd.noticedAfter;
    if (osd.up && answers) {
      if (extraMs(osd) === 0) model.unsettled.delete(id);
    } else if (osd.up) {
      if (noticed && !hasFlag(model, 'nodown', osd)) markDown(model, osd);
    } else if (answers && noticed && !hasFlag(model, 'noup', osd)) boot(model, osd);
    else if (osd.in || osdRuns(osd)) {
      if (!answers) waitForPeers(model, osd);
      if (osd.in) markOutIfDue(model, osd);
    } else model.unsettled.delete(id);
  }
}

/** Seconds until a running OSD learns from the map that it was marked down, and between its tries to boot. */
const [LEARNS_DOWN, RETRY] = [2, 10];

/** A running OSD that hears none of its peers does not boot (osd_heartbeat_min_healthy_ratio). */
function waitForPeers(model: Model, osd: Osd): void {
  if (!osdRuns(osd)) return;
  const down = model.tick - (osd.downAt ?? model.tick);
  if (down === LEARNS_DOWN) tellRunning(model, osd);
  if (down >= LEARNS_DOWN && (down - LEARNS_DOWN) % RETRY === 0) {
    const peers = Math.min(model.osds.length - osd.host.osds.length, HEARTBEAT_PEERS);
    logOsd(model, osd, 'info', `is_healthy false -- only 0/${peers} up peers (less than 33%)`);
  }
}

/** osd_heartbeat_min_peers: the least number of peers that an OSD pings. */
const HEARTBEAT_PEERS = 10;

/** The OSD tells the monitors that it runs although they marked it down. */
function tellRunning(model: Model, osd: Osd): void {
  const line = `Monitor daemon marked osd.${osd.id} down, but it is still running`;
  osd.toldDown = true;
  logOsd(model, osd, 'warning', `log_channel(cluster) log [WRN] : ${line}`);
  logCluster(model, 'warning', line);
}

function markDown(model: Model, osd: Osd): void {
  osd.up = false;
  osd.toldDown = false;
  osd.downAt = model.tick;
  osd.markdowns.push(model.tick);
  model.epoch++;
  const reporter = model.osds.find((peer) => peer.up && peer.host !== osd.host);
  const silent = model.tick - osd.changedAt;
  const reason =
    osd.process === 'stopped' && hostAnswers(osd.host)
      ? `connection refused reported by osd.${reporter?.id ?? 0}`
      : `2 reporters from different host after ${silent.toFixed(6)} >= grace ${model.settings.heartbeatGrace.toFixed(6)}`;
  logCluster(model, 'info', `osd.${osd.id} failed (${location(osd)}) (${reason})`);
  repeer(model, [...osd.shards, ...osd.incoming], osd);
}

function boot(model: Model, osd: Osd): void {
  const { maxMarkdowns, markdownPeriod } = model.settings;
  const recent = osd.markdowns.filter((tick) => model.tick - tick <= markdownPeriod).length;
  if (recent > maxMarkdowns) {
    osd.process = 'stopped';
    osdChanged(model, osd);
    logOsd(
      model,
      osd,
      'alert',
      `marked down ${recent} > osd_max_markdown_count ${maxMarkdowns} in last ${markdownPeriod.toFixed(6)} seconds, shutting down`,
    );
    return;
  }
  if (!osd.restarted && osd.toldDown !== true) tellRunning(model, osd);
  osd.up = true;
  osd.downAt = undefined;
  model.epoch++;
  logCluster(
    model,
    'info',
    `osd.${osd.id} v1:${osd.host.ip}:${6800 + (osd.id % 100)}/${10_000 + model.epoch} boot`,
  );
  repeer(model, [...osd.shards, ...osd.incoming]);
  if (osd.autoOut && !hasFlag(model, 'noin', osd)) markIn(model, osd);
}

/**
 * Marks an OSD out after mon_osd_down_out_interval, with its exceptions: not with noout, not if a whole rack is down
 * (mon_osd_down_out_subtree_limit), and not if too many OSDs are out already (mon_osd_min_in_ratio).
 */
function markOutIfDue(model: Model, osd: Osd): void {
  const { downOutInterval, minInRatio } = model.settings;
  const down = model.tick - (osd.downAt ?? model.tick);
  if (down < downOutInterval || hasFlag(model, 'noout', osd)) return;
  const rack = bucketsAbove(osd).find(({ type }) => type === 'rack');
  if (rack !== undefined && osdsBelow(rack).every((other) => !other.up)) return;
  const isIn = model.osds.reduce((count, other) => count + Number(other.in), 0);
  if (isIn < model.osds.length * minInRatio) return;
  logCluster(model, 'info', `Marking osd.${osd.id} out (has been down for ${down} seconds)`);
  osd.autoOut = true;
  markOut(model, osd);
}

/** Marks an OSD out of data placement: its placement groups move elsewhere. */
export function markOut(model: Model, osd: Osd): void {
  if (!osd.in) return;
  osd.in = false;
  model.epoch++;
  repeer(model, [...osd.shards, ...osd.incoming]);
}

/** Marks an OSD in, so that it gets its share of the data. */
export function markIn(model: Model, osd: Osd): void {
  if (osd.in || osd.destroyed) return;
  osd.in = true;
  osd.autoOut = false;
  model.epoch++;
  repeer(model, [...displacedFrom(model, osd), ...osd.shards]);
}
