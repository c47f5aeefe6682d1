import type { Clock } from '../../../lib/clock.ts';
import { settingLine } from '../../log/settingLine.ts';
import type { Ceph } from '../client/ceph.ts';
import type { ClusterLogLine } from '../helper/protocol.ts';
import { parseStamp } from './lines.ts';

/** An entry of `ceph config log`, newest first. */
interface ConfigLogEntry {
  readonly version: number;
  readonly timestamp: string;
  readonly changes: readonly {
    /** The setting after the daemons that it is for: `osd/class:ssd/osd_max_backfills`. */
    readonly name: string;
    readonly new_value?: string;
  }[];
}

/** The number of changes that are requested. */
const LATEST = 20;
/** Older changes are left out at the start: they would be the oldest lines by far. */
const LOOK_BACK_MS = 3_600_000;
/**
 * Matches the names in the answer: whose setting, perhaps a mask, and the setting, which has slashes itself if it is one of a
 * manager module: `osd/osd_max_backfills`, `osd/class:ssd/osd_max_backfills`, `mgr/mgr/balancer/active`.
 */
const NAME = /^([^/]+(?:\/\w+:[^/]+)?)\/(.+)$/;

function messageOf({ name, new_value: value }: ConfigLogEntry['changes'][number]): string {
  const [, whose = '', setting = name] = NAME.exec(name) ?? [];
  return `${settingLine(setting, value)} for ${whose}`;
}

const linesOf = ({ version, timestamp, changes }: ConfigLogEntry): ClusterLogLine[] =>
  changes.map((change) => ({
    channel: 'cluster',
    name: 'mon',
    ...parseStamp(timestamp),
    seq: version,
    level: '[INF]',
    message: messageOf(change),
  }));

/**
 * Makes a function that reads the changes of settings since its last call, as lines of the cluster log: Ceph writes none, and
 * its audit log hides the commands, as values may be secret.
 */
export function settingChanges(ceph: Ceph, clock: Clock): () => Promise<readonly ClusterLogLine[]> {
  let last = 0;
  return async () => {
    const entries = await ceph.read<ConfigLogEntry[]>({ prefix: 'config log', num: LATEST }, { fresh: true });
    const oldest = last === 0 ? clock.now() - LOOK_BACK_MS : 0;
    const news = entries.filter(
      ({ version, timestamp }) => version > last && parseStamp(timestamp).seconds * 1000 >= oldest,
    );
    last = Math.max(last, ...entries.map(({ version }) => version));
    return news.toReversed().flatMap(linesOf);
  };
}
