import { plainBytes as bytes, plainRate as rate } from '../../../lib/format.ts';
import type { PriorityWord } from '../../../lib/priority.ts';
import type { Model } from '../model/model.ts';
import { osdAnswers, type Host, type Osd } from '../model/topology.ts';
import { daemonAnswers } from '../monitors/quorum.ts';
import { stateName } from '../placementGroups/states.ts';
import { sumStates } from '../pools/pool.ts';
import { stepComplaints } from './complaints.ts';
import { logHost, logKernel, logManagement, logOsd } from './write.ts';

/** Log lines per second of each OSD in normal operation, and their maximum for all OSDs together. */
const OSD_RATE = 0.02;
const MAX_LINES = 400;
/** Seconds between two summaries of the placement groups (mgr_tick_period). */
const PGMAP_INTERVAL = 2;

/** One second of the log lines that daemons write in normal operation. */
export function stepChatter(model: Model): void {
  const { dice, osds } = model;
  if (model.tick % PGMAP_INTERVAL === 0) pgmap(model);
  const expected = Math.min(MAX_LINES, osds.length * OSD_RATE);
  const count = Math.floor(expected) + Number(dice.log.chance(expected % 1));
  for (let index = 0; index < count; index++) osdLine(model, dice.log.pick(osds));
  if (dice.log.chance(0.3)) daemonLine(model);
  if (dice.log.chance(0.02)) kernelLine(model, dice.log.pick(model.hosts));
  if (dice.log.chance(0.05)) {
    logManagement(
      model,
      'debug',
      `collected statistics of ${model.hosts.length} servers in ${dice.log.below(80) + 20} ms`,
    );
  }
  stepComplaints(model);
}

/** The manager's summary, as in the debug channel of the cluster log. */
function pgmap(model: Model): void {
  const manager = model.daemons.find(({ kind, active }) => kind === 'mgr' && active);
  if (manager === undefined || !daemonAnswers(manager)) return;
  const stored = model.pools.reduce((sum, { bytes }) => sum + bytes, 0);
  let [used, total] = [0, 0];
  for (const osd of model.osds) {
    if (!osd.in) continue;
    used += osd.used;
    total += osd.capacity;
  }
  const summary = Array.from(sumStates(model.pools), ([state, count]) => `${count} ${stateName(state)}`).join(
    ', ',
  );
  const { sums } = model;
  const recovery =
    sums.recoveredObjects < 1
      ? ''
      : `; ${rate(sums.recoveredBytes)}, ${Math.round(sums.recoveredObjects)} objects/s recovering`;
  logHost(
    model,
    manager.host,
    'mgr',
    'debug',
    `log_channel(cluster) log [DBG] : pgmap v${model.tick + 1}: ${model.pgs.count} pgs: ${summary}; ${bytes(stored)} data, ${bytes(used)} used, ` +
      `${bytes(total - used)} / ${bytes(total)} avail; ${rate(sums.readBytes)} rd, ${rate(sums.writeBytes)} wr, ` +
      `${Math.round(sums.readOps + sums.writeOps)} op/s${recovery}`,
  );
}

function osdLine(model: Model, osd: Osd): void {
  if (!osdAnswers(osd)) return;
  const { log } = model.dice;
  switch (log.below(4)) {
    case 0:
      return logOsd(model, osd, 'debug', 'tick checking mon for new map');
    case 1:
      return logOsd(
        model,
        osd,
        'info',
        `rocksdb: [db/compaction/compaction_job.cc:1344] [default] [JOB ${log.below(900)}] Compacting ${log.below(4) + 1}@0 files to L1, score 1.00`,
      );
    case 2:
      return logOsd(
        model,
        osd,
        'debug',
        `bluestore.MempoolThread _resize_shards cache_size: 2845415832 kv_alloc: ${log.below(1000)}000000 kv_used: ${log.below(1000)}00000`,
      );
    default:
      return logOsd(
        model,
        osd,
        'debug',
        `heartbeat osd_stat(store_statfs(0x${Math.floor(osd.capacity - osd.used).toString(16)}/0x0/0x${osd.capacity.toString(16)}), peers [${log.below(model.osds.length)},${log.below(model.osds.length)}] op hist [0,0,0,1,1,2])`,
      );
  }
}

function daemonLine(model: Model): void {
  const { log } = model.dice;
  if (model.daemons.length === 0) return;
  const daemon = log.pick(model.daemons);
  if (!daemonAnswers(daemon)) return;
  const say = (priority: PriorityWord, message: string) =>
    logHost(model, daemon.host, daemon.kind, priority, message);
  switch (daemon.kind) {
    case 'mon':
      return say(
        'debug',
        `mon.${daemon.name}@${daemon.name.codePointAt(0)! - 97}(${daemon.name === 'a' ? 'leader' : 'peon'}).osd e${model.epoch} _set_new_cache_sizes cache_size:1020054731 inc_alloc: 348127232 full_alloc: 348127232 kv_alloc: 322961408`,
      );
    case 'mgr':
      return say('info', `mgr.${daemon.name} [balancer INFO root] prepared 0/10 changes`);
    case 'mds':
      return say('info', `mds.${daemon.name} Updating MDS map to version ${model.epoch} from mon.0`);
    case 'radosgw':
      return say(
        'info',
        `beast: 10.1.0.${log.below(200) + 20} - backup [${new Date(model.timeOf(model.tick)).toISOString()}] "${log.pick(['GET', 'PUT', 'HEAD'])} /archive/${log.hex(8)} HTTP/1.1" 200 ${log.below(4_000_000)} latency=0.0${log.below(90) + 10}s`,
      );
    case 'iscsi':
      return say('info', `tcmu-runner: rbd/volumes.lun${log.below(40)}: path checker reports active`);
    case 'nfs':
    case 'smb':
      return say(
        'info',
        `${daemon.kind === 'nfs' ? 'ganesha.nfsd' : 'smbd'}: client 10.1.3.${log.below(200) + 20} renewed its lease`,
      );
  }
}

function kernelLine(model: Model, host: Host): void {
  const { log } = model.dice;
  const lines = [
    'perf: interrupt took too long (2510 > 2500), lowering kernel.perf_event_max_sample_rate to 79500',
    `TCP: request_sock_TCP: Possible SYN flooding on port ${6800 + log.below(100)}. Sending cookies.`,
    'EXT4-fs (md0): re-mounted. Opts: (null)',
  ];
  logKernel(model, host, 'notice', log.pick(lines));
}
