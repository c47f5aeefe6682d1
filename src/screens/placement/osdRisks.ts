import { percent } from '../../lib/format.ts';
import { plural, listed } from '../../lib/words.ts';
import { partKey } from '../../store/answers/blame.ts';
import type { FreeSpace } from '../../store/answers/freeSpace.ts';
import type { Level } from '../../store/answers/level.ts';
import { type OsdRow, smartText } from '../../store/answers/osds.ts';
import { type RowAnswer, answered } from '../../store/answers/rowAnswers.ts';
import { ancestors, type Tree } from '../../store/answers/tree.ts';
import { type Risk, risk, type RiskInput, type RiskSubject } from './risk.ts';

/** The usage, after the loss of a host, at or above which it counts as a risk. */
const LOSS_SHARE = 0.85;

/** The parts of an OSD: itself and the buckets that contain it. */
const partsOf = ({ osdId }: OsdRow, tree: Tree): readonly string[] =>
  osdId === undefined
    ? []
    : [partKey('osd', osdId), ...ancestors(tree, osdId).map(({ name }) => partKey('place', name))];

/** The service's answers about an OSD. */
const ofOsd = ({ disk, node }: OsdRow): readonly RowAnswer[] => [
  answered('listDisks', disk),
  answered('getCrushMap', node),
];

function spaceAtRisk(rows: readonly OsdRow[], space: FreeSpace): Risk[] {
  const found: Risk[] = [];
  const { fullest, nearfull, backfillfull, full, level } = space;
  if (fullest && nearfull + backfillfull + full > 0)
    found.push(
      risk(
        'fullest',
        level,
        [
          'space',
          `${fullest.id} is ${percent(fullest.share)} full, and ${plural(nearfull + backfillfull + full - 1, 'other OSD')} nearfull or more`,
          'add disks, or move or delete data',
        ],
        rows.filter(({ id }) => id === fullest.id).flatMap(ofOsd),
      ),
    );
  const loss = lossText(space);
  if (loss !== undefined)
    found.push(
      risk(
        'after-loss',
        'warn',
        ['space', ...loss],
        rows.filter(({ id }) => id === fullest?.id).flatMap(ofOsd),
      ),
    );
  return found;
}

/** The text and remedy for a loss that the cluster could not compensate. */
function lossText({ afterLoss }: FreeSpace): readonly [text: string, next: string] | undefined {
  if (afterLoss === undefined) return undefined;
  const { host, share, pools, deviceClass } = afterLoss;
  if (share === undefined)
    return [`if ${host} is lost, ${listed(pools, 3)} cannot restore all copies`, 'add a server'];
  if (share < LOSS_SHARE) return undefined;
  return [
    `if ${host} is lost, the fullest ${deviceClass} OSD comes to about ${percent(share)}`,
    'add disks before it is lost',
  ];
}

function osdAtRisk(row: OsdRow, tree: Tree): Risk[] {
  const found: Risk[] = [];
  const name = row.osdId === undefined ? `${row.host}:${row.device}` : `osd.${row.osdId}`;
  const say = (id: string, level: Level, subject: RiskSubject, text: string, next: string) =>
    found.push(
      risk(`${id}.${row.id}`, level, [subject, `${name}${text}`, next], ofOsd(row), partsOf(row, tree)),
    );
  if (row.missing) say('missing', 'error', 'disk', ': missing', 'look at its server and cables');
  if (row.smart === 'bad')
    say('smart', 'warn', 'disk', `: SMART ${smartText(row.disk).split(':')[0]}`, 'replace the disk');
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

/** The risks of OSDs and disks, and of the free space on them. */
export function disksAtRisk({ facts }: RiskInput): Risk[] {
  const [rows, tree] = [facts.osds(), facts.tree()];
  return [...spaceAtRisk(rows, facts.freeSpace()), ...rows.flatMap((row) => osdAtRisk(row, tree))];
}
