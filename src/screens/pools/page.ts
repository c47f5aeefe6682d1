import type { Pool } from '../../api/contract/pools.ts';
import { bytes, count, percent, rate } from '../../lib/format.ts';
import { eitherWord, plural } from '../../lib/words.ts';
import type { PlacementRow } from '../../store/answers/placement.ts';
import type { Page } from '../page.ts';
import { quotaShare, quotaText } from './quotas.ts';

/** The parts of a pool's row that its page shows. */
interface PagedPool {
  readonly pool: Pool;
  readonly name: string;
  readonly rule: string;
  readonly groups: PlacementRow | undefined;
}

const number = (value: number | undefined): string => (value === undefined ? '--' : String(value));

/** The copies or chunks that can be lost before I/O stops: "1 copy", "2 chunks". */
function spareText(spare: number, { erasureCoding }: Pool): string {
  if (erasureCoding === true) return plural(spare, 'chunk');
  return spare === 1 ? '1 copy' : `${spare} copies`;
}

/** The state of a pool's placement groups, in words. */
function stateWord({ groups }: PagedPool): string {
  if (groups === undefined) return 'state not known';
  if (groups.error > 0) return `${groups.error} placement groups cannot serve I/O`;
  if (groups.warn > 0) return `${groups.warn} placement groups not clean`;
  return groups.level === 'ok' ? 'whole' : 'state not known';
}

/** The page of a pool; `kindOf` comes from its list. */
export const poolPage = (kindOf: (pool: Pool) => string): Page<PagedPool> => ({
  title: ({ name }) => `Pool ${name}`,
  state: stateWord,
  facts({ pool, rule, groups }) {
    const { stats } = pool;
    const used = quotaShare(pool);
    return [
      ['used for', pool.application || 'not reported'],
      ['redundancy', kindOf(pool)],
      ['needed for I/O', `${number(pool.minSize)} of ${number(groups?.size ?? pool.size)}`],
      ['can be lost', groups?.spare === undefined ? '--' : spareText(groups.spare, pool)],
      ['rule', rule || '--'],
      [
        'placement groups',
        `${number(pool.pgNum)}${(pool.pgpNum ?? pool.pgNum) === pool.pgNum ? '' : `, ${number(pool.pgpNum)} for placement`}`,
      ],
      [
        'stored',
        stats === undefined ? 'not reported' : `${bytes(stats.bytes)}, ${count(stats.objects)} objects`,
      ],
      ['read', `${rate(stats?.readBytesPerSec)}, ${count(stats?.readIops)} op/s`],
      ['write', `${rate(stats?.writeBytesPerSec)}, ${count(stats?.writeIops)} op/s`],
      ['most bytes', quotaText(pool.quotaMaxBytes, bytes)],
      ['most objects', quotaText(pool.quotaMaxObjects, count)],
      ...(used === undefined ? [] : [['quota used', percent(used, 1)] as const]),
      ...(pool.erasureCoding === true
        ? ([
            ['overwrites', eitherWord(pool.erasureCodingOverwriteSupportMissing, 'not possible', 'possible')],
            ['fast read', eitherWord(pool.fastRead, 'yes', 'no')],
          ] as const)
        : []),
      ...(pool.description ? [['description', pool.description] as const] : []),
      ['id', number(pool.poolId)],
    ];
  },
  of: ({ pool }) => pool,
  shownFields: [
    'name',
    'erasureCoding',
    'description',
    'poolId',
    'pgNum',
    'pgpNum',
    'minSize',
    'size',
    'dataChunks',
    'parityChunks',
    'quotaMaxBytes',
    'quotaMaxObjects',
    'crushRule',
    'stats',
    'application',
    'erasureCodingOverwriteSupportMissing',
    'fastRead',
  ],
});
