import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { CrushMap, CrushRule } from '../../api/contract/crush.ts';
import type { Disk } from '../../api/contract/disks.ts';
import type { Flag } from '../../api/contract/maintenance.ts';
import type { Pool } from '../../api/contract/pools.ts';
import type { Task } from '../../api/contract/shapes.ts';
import { bytes, duration, percent } from '../../lib/format.ts';
import { type RowAnswer, answered, type Answered, knownAnswers } from '../../store/answers.ts';
import { partKey } from '../../store/facts/blame.ts';
import { selectFlags } from '../../store/facts/flags.ts';
import { byLevel, type Level } from '../../store/facts/level.ts';
import { type OsdRow, selectOsds } from '../../store/facts/osds.ts';
import { demandsOf } from '../../store/facts/lossRoom.ts';
import { type Room, selectRoom } from '../../store/facts/room.ts';
import { selectServices } from '../../store/facts/services.ts';
import { ancestors, buildTree, type Tree } from '../../store/facts/tree.ts';
import { selectTasks } from '../../store/facts/tasks.ts';
import { listed, plural } from '../../lib/words.ts';

/** A risk: something that is wrong or soon will be, also while the health is OK. */
export interface Risk extends Answered {
  readonly id: string;
  readonly level: Level;
  /** The subject: "quota", "backup". */
  readonly subject: string;
  readonly text: string;
  readonly next: string;
  /** The OSD that it is about, and the places that it is in, by `partKey`. */
  readonly parts: readonly string[];
}

/** When the configuration was last backed up. */
export interface BackupState {
  readonly enabled?: boolean | undefined;
  /** Unix timestamp. */
  readonly lastBackupTimestamp?: number | undefined;
}

/** The last good data; what is absent raises no risk. */
export interface RiskInput {
  readonly status?: ClusterStatus | undefined;
  readonly crush?: CrushMap | undefined;
  readonly disks?: readonly Disk[] | undefined;
  readonly pools?: readonly Pool[] | undefined;
  readonly rules?: readonly CrushRule[] | undefined;
  readonly flags?: readonly Flag[] | undefined;
  readonly tasks?: readonly Task[] | undefined;
  readonly backups?: BackupState | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** From this share of a quota on it is a risk, and from this share of room after the loss of a host. */
const QUOTA_SHARE = 0.8;
const LOSS_SHARE = 0.85;
/** A configuration backup older than this is none, in seconds; failed tasks count for a day. */
const BACKUP_AGE = 7 * 86_400;
const DAY_MS = 86_400_000;

const risk = (
  id: string,
  level: Level,
  [subject, text, next]: readonly [string, string, string],
  answers: readonly RowAnswer[],
  parts: readonly string[] = [],
): Risk => ({ id, level, subject, text, next, answers: knownAnswers(answers), parts });

/** An OSD and the places that it is in. */
const partsOf = ({ osdId }: OsdRow, tree: Tree): readonly string[] =>
  osdId === undefined
    ? []
    : [partKey('osd', osdId), ...ancestors(tree, osdId).map(({ name }) => partKey('place', name))];

/** The service's answers on an OSD. */
const ofOsd = ({ disk, node }: OsdRow): readonly RowAnswer[] => [
  answered('listDisks', disk),
  answered('getCrushMap', node),
];

function roomAtRisk(rows: readonly OsdRow[], { crush, pools, rules }: RiskInput): Risk[] {
  const found: Risk[] = [];
  const room = selectRoom({ osds: rows, tree: buildTree(crush), demands: demandsOf({ pools, rules }) });
  const { fullest, nearfull, backfillfull, full, level } = room;
  if (fullest && nearfull + backfillfull + full > 0)
    found.push(
      risk(
        'fullest',
        level,
        [
          'room',
          `${fullest.id} is ${percent(fullest.share)} full, and ${plural(nearfull + backfillfull + full - 1, 'other OSD')} nearfull or more`,
          'add disks, or move or delete data',
        ],
        rows.filter(({ id }) => id === fullest.id).flatMap(ofOsd),
      ),
    );
  const loss = lossText(room);
  if (loss !== undefined)
    found.push(
      risk(
        'after-loss',
        'warn',
        ['room', ...loss],
        rows.filter(({ id }) => id === fullest?.id).flatMap(ofOsd),
      ),
    );
  return found;
}

/** The loss of a host that could not be borne, or has happened, and what to do. */
function lossText({ afterLoss, short: [short] }: Room): readonly [text: string, next: string] | undefined {
  if (short)
    return [
      `${listed(short.pools, 3)} cannot be whole: ${short.needed} copies, and ${plural(short.left, short.domain)} left`,
      'bring back what is down, or add places',
    ];
  if (afterLoss === undefined) return undefined;
  const { host, share, pools, deviceClass } = afterLoss;
  if (share === undefined)
    return [`if ${host} is lost, ${listed(pools, 3)} cannot be made whole again`, 'add a server'];
  if (share < LOSS_SHARE) return undefined;
  return [
    `if ${host} is lost, the fullest ${deviceClass} OSD comes to about ${percent(share)}`,
    'add disks before it is lost',
  ];
}

function osdAtRisk(row: OsdRow, tree: Tree): Risk[] {
  const found: Risk[] = [];
  const name = row.osdId === undefined ? `${row.host}:${row.device}` : `osd.${row.osdId}`;
  const say = (id: string, level: Level, subject: string, text: string, next: string) =>
    found.push(
      risk(`${id}.${row.id}`, level, [subject, `${name}${text}`, next], ofOsd(row), partsOf(row, tree)),
    );
  if (row.missing) say('missing', 'error', 'disk', ': missing', 'look at its server and cables');
  if (row.smart === 'bad')
    say('smart', 'warn', 'disk', `: SMART ${row.smartText.split(':')[0]}`, 'replace the disk');
  if (row.stray)
    say(
      'stray',
      'warn',
      'CRUSH',
      ': outside the hierarchy, holds no data',
      'put it below its host (:crush-edit)',
    );
  if (row.status === 'DESTROYED')
    say(
      'destroyed',
      'warn',
      'disk',
      ': destroyed, waits for a new disk',
      'give its id to a free disk (:destroyed)',
    );
  if (row.status === 'DOWN' && row.in === true)
    say('down', 'error', 'disk', ': down and in, copies are missing', 'start it, or let it be marked out');
  return found;
}

function disksAtRisk(input: RiskInput): Risk[] {
  const { disks, crush } = input;
  const rows = selectOsds({ disks, crush });
  const tree = buildTree(crush);
  return [...roomAtRisk(rows, input), ...rows.flatMap((row) => osdAtRisk(row, tree))];
}

function poolsAtRisk({ pools = [] }: RiskInput): Risk[] {
  return pools.flatMap((pool): Risk[] => {
    const { name = '', size = 0, minSize = 0, stats, quotaMaxBytes = 0, quotaMaxObjects = 0 } = pool;
    const needed = pool.erasureCoding === true ? (pool.dataChunks ?? 1) : 1;
    const found: Risk[] = [];
    const used = quotaMaxBytes > 0 ? (stats?.bytes ?? 0) / quotaMaxBytes : 0;
    const counted = quotaMaxObjects > 0 ? (stats?.objects ?? 0) / quotaMaxObjects : 0;
    if (Math.max(used, counted) >= QUOTA_SHARE) {
      const share = Math.max(used, counted);
      const of = used >= counted ? bytes(quotaMaxBytes) : `${quotaMaxObjects} objects`;
      found.push(
        risk(
          `quota.${name}`,
          share >= 1 ? 'error' : 'warn',
          ['quota', `pool ${name} has used ${percent(share)} of ${of}`, 'raise the quota (:pools)'],
          [answered('listPools', pool)],
        ),
      );
    }
    if (size > 0 && size - needed < 2 && (stats?.objects ?? 0) > 0)
      found.push(
        risk(
          `copies.${name}`,
          'warn',
          [
            'copies',
            `pool ${name} survives the loss of ${size > needed ? 'one copy' : 'no copy'} at most`,
            'raise its size (:pools)',
          ],
          [answered('listPools', pool)],
        ),
      );
    if (size > 1 && minSize >= size)
      found.push(
        risk(
          `min-size.${name}`,
          'warn',
          ['copies', `pool ${name} stops with the first copy that is missing`, 'lower its min size (:pools)'],
          [answered('listPools', pool)],
        ),
      );
    return found;
  });
}

function servicesAtRisk({ status }: RiskInput): Risk[] {
  const ofStatus = [answered('getClusterStatus', status)];
  const found = selectServices(status)
    .filter(({ id, online, total }) => id !== 'servers' && (online < total || online === 1))
    .map(({ id, label, online, total, level }) =>
      online < total
        ? risk(
            `service.${id}`,
            level,
            ['service', `${online} of ${total} ${label} online`, 'look at its log (:logs)'],
            ofStatus,
          )
        : risk(
            `service.${id}`,
            'warn',
            ['service', `${label} has no second instance`, 'add another one'],
            ofStatus,
          ),
    );
  const { online = 0, total = 0 } = status?.servers ?? {};
  if (online < total)
    found.push(
      risk('servers', 'error', ['server', `${online} of ${total} servers online`, 'see :servers'], ofStatus),
    );
  if (status?.licenseActive === false)
    found.push(risk('licence', 'warn', ['licence', 'the licence is not active', 'renew it'], ofStatus));
  return found;
}

function upkeep({ flags, tasks, backups, now }: RiskInput): Risk[] {
  const ofBackups = [answered('getConfigBackups', backups)];
  const found = selectFlags(flags)
    .filter(({ off }) => off)
    .map(({ name, on, effect, flag }) =>
      risk(
        `flag.${name}`,
        'warn',
        ['flag', `${name} is ${on ? 'set' : 'not set'}: ${effect}`, `${on ? 'unset' : 'set'} it (M)`],
        [answered('listFlags', flag)],
      ),
    );
  const failed = selectTasks(tasks, now).filter(
    ({ level, startedAt }) => level === 'error' && startedAt !== undefined && now - startedAt < DAY_MS,
  );
  for (const { id, name, object, lastLine, task } of failed)
    found.push(
      risk(
        id,
        'warn',
        ['task', `${name} ${object} failed: ${lastLine}`, 'see its output (:all-tasks)'],
        [answered('listTasks', task)],
      ),
    );
  if (backups?.enabled === false)
    found.push(
      risk(
        'backup',
        'warn',
        ['backup', 'configuration backups are switched off', 'switch them on'],
        ofBackups,
      ),
    );
  else if (backups !== undefined) {
    const age = now / 1000 - (backups.lastBackupTimestamp ?? 0);
    if (!backups.lastBackupTimestamp)
      found.push(
        risk(
          'backup',
          'warn',
          ['backup', 'the configuration was never backed up', 'back it up now'],
          ofBackups,
        ),
      );
    else if (age > BACKUP_AGE)
      found.push(
        risk(
          'backup',
          'warn',
          ['backup', `the last configuration backup is ${duration(age)} old`, 'back it up now'],
          ofBackups,
        ),
      );
  }
  return found;
}

/** The risks, worst first, from what the service tells; also while the health is OK. */
export const selectRisks = (input: RiskInput): readonly Risk[] =>
  [...disksAtRisk(input), ...poolsAtRisk(input), ...servicesAtRisk(input), ...upkeep(input)].sort((a, b) =>
    byLevel(a.level, b.level),
  );
