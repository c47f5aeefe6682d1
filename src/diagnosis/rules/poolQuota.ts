import { plainBytes } from '../../lib/format.ts';
import { listed, plural } from '../../lib/words.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { LogLine } from '../evidence/log.ts';
import { checkRule } from './checkRule.ts';

/** Captures the pool in a detail line of POOL_FULL about a quota. */
const FULL = /pool '(.+)' is full \(running out of quota\)/;

/** The last line of the monitors about each pool that is full now: which quota it reached. */
function lastLines({ checks, log }: DiagnosticEvidence): readonly LogLine[] {
  const full = new Set((checks.get('POOL_FULL')?.detail ?? []).map((line) => FULL.exec(line)?.[1]));
  const last = new Map(log.poolsFull.map((line) => [line.found[0], line]));
  return [...last.values()].filter(({ found: [pool] }) => full.has(pool));
}

/**
 * The quota that a pool reached, in words; empty if that is not known. The monitors' line may be about a quota that has been
 * changed since.
 */
function quotaOf(pool: string, evidence: DiagnosticEvidence): string {
  const [, what, value = ''] = lastLines(evidence).find(({ found }) => found[0] === pool)?.found ?? [];
  const known = evidence.pools.find(({ name }) => name === pool);
  if (known === undefined) return what === 'objects' ? plural(Number(value), 'object') : value;
  const { quotaMaxBytes = 0, quotaMaxObjects = 0, stats } = known;
  const quotas = [
    { kind: 'bytes', max: quotaMaxBytes, used: stats?.bytes ?? 0, words: plainBytes(quotaMaxBytes) },
    {
      kind: 'objects',
      max: quotaMaxObjects,
      used: stats?.objects ?? 0,
      words: plural(quotaMaxObjects, 'object'),
    },
  ].filter(({ max }) => max > 0);
  if (quotas.length < 2) return quotas[0]?.words ?? '';
  return (
    (quotas.find(({ kind }) => kind === what) ?? quotas.find(({ max, used }) => used >= max))?.words ?? ''
  );
}

/** A pool has reached its quota, so that clients cannot write to it. */
export const poolQuota = checkRule({
  kind: 'pool-quota',
  codes: ['POOL_FULL'],
  applies: ({ checks }) => checks.get('POOL_FULL')?.detail.some((line) => line.includes('quota')) === true,
  object: FULL,
  lines: lastLines,
  stopsService: true,
  // Metadata servers go on writing to their pool, and some clients wait until they may write again.
  text: (pools, evidence) => {
    const named = pools.map((pool) => {
      const quota = quotaOf(pool, evidence);
      return quota === '' ? pool : `${pool} (${quota})`;
    });
    return `${listed(named)} reached the quota: writes of clients wait or fail there`;
  },
  next: ['raise the quota of the pool, or let its clients delete data'],
});
