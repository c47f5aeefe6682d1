import { dateTime, duration } from '../lib/format.ts';
import { listed } from '../lib/words.ts';
import type { Cause, Diagnosis, Impact } from './verdict.ts';

/** The pools whose data cannot be read or written; empty where all can. */
export const impactText = ({ blockedPgs, pools }: Impact): string =>
  blockedPgs === 0
    ? ''
    : `${blockedPgs} placement groups serve nobody${
        pools.length > 0
          ? `: ${listed(
              pools.map(({ name, blockedPgs: count }) => `${name} ${count}`),
              5,
            )}`
          : ''
      }`;

/** The changes before a cause began, in words: `noout set` by whom, how long before. */
export const changeTexts = ({ before, since = 0 }: Pick<Cause, 'before' | 'since'>): readonly string[] =>
  before.map(({ at, text, who }) => `${duration(Math.max(0, since - at) / 1000)} before, ${who}: ${text}`);

/** Lines of a cause: what it is, what bears it, what speaks against it, what to do. */
const causeLines = (cause: Cause): readonly string[] => [
  `${cause.confidence === 'unknown' ? 'unexplained' : cause.confidence}: ${cause.text} (${cause.kind}${cause.since === undefined ? '' : `, since ${dateTime(cause.since, true)}`})`,
  ...cause.proofs.map(({ text, source }) => `  ${source}: ${text}`),
  ...cause.against.map((text) => `  against it: ${text}`),
  ...changeTexts(cause).map((text) => `  changed before: ${text}`),
  ...(cause.explains.length > 0 ? [`  follows from it: ${cause.explains.join(', ')}`] : []),
  ...cause.next.map((text) => `  do: ${text}`),
];

/** A verdict as lines of text, the most urgent first; names stand in them as they came. */
export const verdictLines = (verdict: Diagnosis): readonly string[] => [
  ...(verdict.impact.blockedPgs > 0 ? [`I/O blocked: ${impactText(verdict.impact)}`] : []),
  ...(verdict.causes.length === 0 ? ['nothing is known to be wrong'] : verdict.causes.flatMap(causeLines)),
  ...verdict.ruledOut.map((text) => `considered, and explained better: ${text}`),
  ...(verdict.missing.length > 0 ? [`not known: ${listed(verdict.missing)}`] : []),
];

/** A cause for programs. Times are ISO 8601 in UTC, null where they are not known. */
export const causeJson = (cause: Cause, { impact }: Diagnosis): object => ({
  kind: cause.kind,
  objects: cause.objects,
  host: cause.host ?? null,
  since: cause.since === undefined ? null : new Date(cause.since).toISOString(),
  confidence: cause.confidence,
  text: cause.text,
  explains: cause.explains,
  impact: cause.explains.includes('PG_AVAILABILITY')
    ? { blockedPgs: impact.blockedPgs, pools: impact.pools.map(({ name }) => name) }
    : { blockedPgs: 0, pools: [] },
  evidence: cause.proofs,
  against: cause.against,
  changedBefore: cause.before.map(({ at, ...change }) => ({ at: new Date(at).toISOString(), ...change })),
  next: cause.next,
});
