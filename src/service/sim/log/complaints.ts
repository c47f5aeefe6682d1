import type { Model } from '../model/model.ts';
import { osdAnswers, osdRuns, type Osd } from '../model/topology.ts';
import { worstWait } from '../osds/slowness.ts';
import { oldestRequest, waitingFor } from '../osds/slowOps.ts';
import { pgName, poolOfPg } from '../placementGroups/uncleanPg.ts';
import { logOsd } from './write.ts';

/** One second of OSD log lines about silent or slow OSDs, most of them written by healthy peers. */
export function stepComplaints(model: Model): void {
  let examined = 0;
  for (const id of model.unsettled) {
    const osd = model.osds[id]!;
    if (!osd.up) continue;
    if (++examined > MAX_EXAMINED) return;
    if (!osdAnswers(osd)) missedHeartbeats(model, osd);
    else if (osd.lagMs > 0) slowDisk(model, osd);
    slowRequests(model, osd);
  }
}

/** Maximum number of OSDs that cause lines in the same second; more would only repeat them. */
const MAX_EXAMINED = 40;

const isoOf = (model: Model, tick: number): string => new Date(model.timeOf(tick)).toISOString();

/**
 * Lines of peers that miss the OSD in their heartbeat checks, once the grace is over, and of a running OSD that misses
 * them. Of many, one is written every other second.
 */
function missedHeartbeats(model: Model, osd: Osd): void {
  const { tick, settings } = model;
  if (tick - osd.changedAt < settings.heartbeatGrace || (tick + osd.id) % 2 !== 0) return;
  const peer = model.dice.log.pick(model.osds);
  if (peer.host === osd.host || !osdAnswers(peer)) return;
  noReply(model, peer, osd, osd.changedAt);
  if (osdRuns(osd)) noReply(model, osd, peer, osd.changedAt);
}

/** The line of an OSD about a peer that it has not heard since a tick. Large packets are only dropped in the cluster network. */
function noReply(model: Model, osd: Osd, peer: Osd, since: number): void {
  const { tick, settings } = model;
  const back = isoOf(model, since);
  const isBackOnly = osd.host.link.smallOnly === true || peer.host.link.smallOnly === true;
  const front = isBackOnly ? isoOf(model, tick - 1) : back;
  const deadline = isoOf(model, since + settings.heartbeatGrace);
  logOsd(
    model,
    osd,
    'error',
    `heartbeat_check: no reply from ${peer.host.ip}:${6800 + (peer.id % 100)} osd.${peer.id} since back ${back} front ${front} (oldest deadline ${deadline})`,
  );
}

/** bluestore_log_op_age: seconds from which an OSD logs an operation of its own disk. */
const SLOW_OPERATION = 5;
/** Seconds between two such lines. */
const SLOW_OPERATION_INTERVAL = 10;

function slowDisk(model: Model, osd: Osd): void {
  const worst = worstWait(osd);
  const age = model.tick - osd.changedAt;
  if (
    worst < SLOW_OPERATION ||
    age < SLOW_OPERATION ||
    (age - SLOW_OPERATION) % SLOW_OPERATION_INTERVAL !== 0
  )
    return;
  const { log } = model.dice;
  const seconds = Math.min(age, log.between(SLOW_OPERATION, worst)).toFixed(9);
  logOsd(
    model,
    osd,
    'warning',
    `bluestore(/var/lib/ceph/osd/ceph-${osd.id}) log_latency_fn slow operation observed for _txc_committed_kv, latency = ${seconds}s, txc = 0x55${log.hex(10)}`,
  );
}

/** Seconds between two reports of slow requests, and maximum number of primaries that write each report. */
const REPORT_INTERVAL = 5;
const MAX_REPORTERS = 3;

/** Lines of primaries about requests that have waited for the OSD for longer than osd_op_complaint_time. */
function slowRequests(model: Model, osd: Osd): void {
  if ((model.tick - osd.changedAt) % REPORT_INTERVAL !== 0) return;
  const oldest = oldestRequest(model, osd);
  if (oldest === 0) return;
  for (const primary of waitingFor(model, osd).slice(0, MAX_REPORTERS)) {
    const pg = primary.shards.find((shard) => osd.shards.includes(shard));
    if (pg === undefined) continue;
    const { log } = model.dice;
    const request =
      `osd_op(client.${4100 + log.below(60)}.0:${log.below(90_000)} ${pgName(model, pg)} ${pgName(model, pg)}:${log.hex(8)}:::rbd_data.${log.hex(12)}:head ` +
      `[write ${log.below(1024) * 4096}~4096] snapc 0=[] ondisk+write+known_if_redirected e${model.epoch})`;
    const count = 1 + log.below(8);
    logOsd(model, primary, 'error', `get_health_metrics reporting ${count} slow ops, oldest is ${request}`);
    logOsd(
      model,
      primary,
      'warning',
      `slow request ${request} initiated ${isoOf(model, model.tick - oldest)} currently waiting for subops from ${osd.id}`,
    );
    logOsd(
      model,
      primary,
      'warning',
      `log_channel(cluster) log [WRN] : ${count} slow requests (by type [ 'waiting for sub ops' : ${count} ] most affected pool [ '${poolOfPg(model, pg).name}' : ${count} ])`,
    );
  }
}
