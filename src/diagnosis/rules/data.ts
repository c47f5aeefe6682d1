import { listed } from '../../lib/words.ts';
import { osdIdOf } from '../evidence/osds.ts';
import type { Rule } from '../rule.ts';
import { checkRule } from './checkRule.ts';

/** The OSDs and the placement groups among these. */
const bothOf = (objects: readonly string[]) => ({
  osds: objects.filter((name) => osdIdOf(name) !== undefined),
  groups: objects.filter((name) => osdIdOf(name) === undefined),
});

/** A scrub found inconsistent copies; the log says which OSD has the bad one. */
export const objectCorrupt = checkRule({
  kind: 'object-corrupt',
  codes: ['PG_DAMAGED', 'OSD_SCRUB_ERRORS'],
  object: /^pg (\S+) is .*inconsistent/,
  // Alone, PG_DAMAGED is about unfound objects then.
  applies: ({ checks }) => checks.has('OSD_SCRUB_ERRORS') || !checks.has('OBJECT_UNFOUND'),
  lines: ({ log }) => log.badShard,
  objectsOf: (lines) => lines.map(({ found }) => `osd.${found[1]}`),
  text(objects) {
    const { osds, groups } = bothOf(objects);
    const of =
      groups.length === 0 ? 'data' : `placement group${groups.length === 1 ? '' : 's'} ${listed(groups, 4)}`;
    const bad =
      osds.length === 0
        ? ''
        : `; ${listed(osds, 3)} ${osds.length === 1 ? 'has the bad one' : 'have bad ones'}`;
    return `copies of ${of} disagree${bad}`;
  },
  next: (objects) => {
    const { osds, groups } = bothOf(objects);
    return [
      `look at the disk of ${listed(osds, 3) || 'the OSD with the bad copy'}`,
      `repair ${groups.length === 1 ? `the placement group (\`ceph pg repair ${groups[0]}\`)` : 'the placement groups'}`,
    ];
  },
});

/** An object has too many omap keys, which slows down the recovery of its OSDs. */
export const largeOmap = checkRule({
  kind: 'large-omap',
  codes: ['LARGE_OMAP_OBJECTS'],
  object: /pool '(.+)'/,
  lines: ({ log }) => log.largeOmap,
  objectsOf: (lines) =>
    lines.flatMap(({ found }) => found[0]?.split(':').findLast((part) => part.startsWith('.')) ?? []),
  text: (objects) => `an object has too many keys${objects.length > 0 ? `: ${listed(objects, 3)}` : ''}`,
  next: ['if it is the index of a bucket, reshard the bucket'],
});

/** Captures the metadata server in a detail line. */
const MDS = /\b(mds\.[^\s(:]+)/;

/** A metadata server does not write back its journal fast enough. */
const slowJournal = checkRule({
  kind: 'mds-behind',
  codes: ['MDS_TRIM'],
  follows: ['MDS_SLOW_METADATA_IO', 'MDS_SLOW_REQUEST', 'MDS_CACHE_OVERSIZED'],
  object: MDS,
  text: (servers) => `${listed(servers) || 'a metadata server'} is behind with writing its journal`,
  next: ['look at the OSDs of the metadata pool, and at the load of the metadata server'],
});

/** The cache of a metadata server is larger than it may be, because clients hold more than it can drop. */
const largeCache = checkRule({
  kind: 'mds-behind',
  codes: ['MDS_CACHE_OVERSIZED'],
  // A cache also grows while its contents cannot be written back.
  applies: ({ checks }) => !checks.has('MDS_TRIM'),
  object: MDS,
  text: (servers) => `the cache of ${listed(servers) || 'a metadata server'} is larger than allowed`,
  next: [
    'see whether clients hold very many files open',
    'if its server has the memory, raise mds_cache_memory_limit',
  ],
});

/** A metadata server does not keep up with its clients: with writing its journal, or with dropping what they hold. */
export const mdsBehind: Rule = {
  kind: 'mds-behind',
  cost: 1,
  propose: (evidence) => [...slowJournal.propose(evidence), ...largeCache.propose(evidence)],
};
