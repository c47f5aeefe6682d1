import type { Model } from '../model/model.ts';
import { Dice, hash } from '../model/random.ts';
import { hostAnswers, type Host, type Osd } from '../model/topology.ts';
import type { SimCrash } from './reports.ts';

/** The Ceph release of every daemon in the simulated cluster. */
export const RELEASE = '16.2.15';

/** Interval in seconds at which the crash agent of each server (ceph-crash) looks for reports. */
const AGENT_INTERVAL = 600;

const ADDRESS = '0x55d0c3a';
const frame = (text: string, index: number) => `(${text}) [${ADDRESS}${(0x1b0 + index * 0x47).toString(16)}]`;

/** The stack of an OSD that aborts because its disk does not answer. */
const DISK_FRAMES = [
  'ceph::__ceph_abort(char const*, int, char const*, std::string const&)+0x1c1',
  'KernelDevice::_aio_thread()+0x1285',
  'KernelDevice::AioCompletionThread::entry()+0x11',
] as const;

const MDS_FRAMES = [
  'ceph::__ceph_assert_fail(char const*, char const*, int, char const*)+0x14f',
  'MDCache::trim_lru(unsigned long, expiremap&)+0x3d2',
  'MDSRank::ProgressThread::entry()+0xbd',
] as const;

interface CrashEvent {
  readonly entity: string;
  readonly host: Host;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly frames: readonly string[];
  readonly reason: string;
  readonly assertion: SimCrash['assertion'];
}

function reportOf({ entity, host, at, frames, reason, assertion }: CrashEvent): SimCrash {
  const [kind] = entity.split('.');
  const dice = new Dice(hash(host.id, Math.floor(at / 1000)));
  return {
    id: `${new Date(at).toISOString().replace('Z', '000Z')}_${dice.uuid()}`,
    entity,
    timestamp: at / 1000,
    hostname: host.name,
    process: `ceph-${kind}`,
    version: RELEASE,
    archived: false,
    reason,
    assertion,
    backtrace: ['/lib/x86_64-linux-gnu/libc.so.6(+0x3c050) [0x7f1b2a45b050]', 'gsignal()', 'abort()'].concat(
      frames.map(frame),
    ),
    os: 'Debian GNU/Linux 12',
    kernel: '6.1.0-13-amd64',
    // Equal stacks get equal signatures.
    signature: new Dice(hash(frames.join('').length, frames.length)).hex(64),
  };
}

/** The crash report of an OSD whose disk did not answer. */
export function diskCrash(model: Model, osd: Osd): SimCrash {
  const device = model.disks.find((disk) => disk.osd === osd)?.name ?? 'sda';
  return reportOf({
    entity: `osd.${osd.id}`,
    host: osd.host,
    at: model.timeOf(model.tick),
    frames: DISK_FRAMES,
    reason: `I/O error on ${device}`,
    assertion: {
      condition: 'abort',
      function: 'void KernelDevice::_aio_thread()',
      file: './src/blk/kernel/KernelDevice.cc',
      line: 600,
      thread: 'bstore_aio',
      message:
        'ceph_abort_msg("Unexpected IO error. This may suggest a hardware issue. Please check your kernel log!")',
    },
  });
}

/**
 * Passes a report to the manager when the agent of the server next looks for reports, provided that the server
 * answers then.
 */
export function reportLater(model: Model, host: Host, report: SimCrash): void {
  model.agenda.after(AGENT_INTERVAL, () =>
    hostAnswers(host) ? model.crashes.put(report) : reportLater(model, host, report),
  );
}

const DAY_MS = 86_400_000;

/** The crash reports from the past of the cluster, which are too old to raise a health check. */
export function oldCrashes(model: Model): readonly SimCrash[] {
  const mds = model.daemons.findLast(({ kind }) => kind === 'mds');
  if (mds === undefined || model.bare) return [];
  return [
    reportOf({
      entity: `mds.${mds.name}`,
      host: mds.host,
      at: model.timeOf(0) - 23 * DAY_MS,
      frames: MDS_FRAMES,
      reason: 'dir->get_num_ref() == 0',
      assertion: {
        condition: 'dir->get_num_ref() == 0',
        function: 'bool MDCache::trim_lru(uint64_t, expiremap&)',
        file: './src/mds/MDCache.cc',
        line: 6702,
        thread: 'mds_rank_progr',
        message: './src/mds/MDCache.cc: 6702: FAILED ceph_assert(dir->get_num_ref() == 0)',
      },
    }),
  ];
}
