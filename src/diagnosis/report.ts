import { inLocale } from '../lib/decimal.ts';
import { clockTime, dateTime, duration } from '../lib/format.ts';
import { listed, plural } from '../lib/words.ts';
import { type Course, healingOfCause } from './healing/causeHealing.ts';
import { distinctProofs } from './proofs.ts';
import { fromChange } from './rule.ts';
import type { Cause, Diagnosis, Impact } from './verdict.ts';

/**
 * The parts that serve no client, with the pools whose data cannot be read or written, up to `most` of them by name, and their
 * contents; empty if all is served.
 */
export const impactText = ({ stopped, ...impact }: Impact, most = 5): string =>
  [...stopped, poolsText(impact, most)].filter(Boolean).join('; ');

function poolsText({ blockedPgs, pools }: Pick<Impact, 'blockedPgs' | 'pools'>, most: number): string {
  if (blockedPgs === 0) return '';
  // Ceph names some of the groups only, and numbers that do not add up would be taken for all.
  const areAll = pools.reduce((sum, pool) => sum + pool.blockedPgs, 0) === blockedPgs;
  const names = listed(
    pools.map(({ name, blockedPgs: count }) => (areAll ? `${name} ${count}` : name)),
    most,
  );
  const uses = [...new Set(pools.flatMap(({ use }) => use ?? []))].join(', ');
  return `${plural(blockedPgs, 'placement group')} cannot serve I/O${names && `${areAll ? ':' : ', some in'} ${names}`}${uses && ` (${uses})`}`;
}

/** The changes before a cause began, in words: how long before, by whom, and the command. */
export const changeTexts = ({ before, since = 0 }: Pick<Cause, 'before' | 'since'>): readonly string[] =>
  before.map(
    (change) => `${duration(Math.max(0, since - change.at) / 1000)} before, ${fromChange(change).text}`,
  );

/** The lines of a cause: its text, evidence, doubts, preceding changes, consequences, recovery and next steps. */
const causeLines = (cause: Cause, healing: string): readonly string[] => [
  `${cause.confidence === 'unknown' ? 'unexplained' : cause.confidence}: ${cause.text} (${cause.kind}${cause.since === undefined ? '' : `, since ${dateTime(cause.since, true)}${cause.mayBeOlder ? ' or earlier' : ''}`})`,
  ...distinctProofs(cause.proofs).map(({ text, source }) => `  ${source}: ${text}`),
  ...cause.against.map((text) => `  against it: ${text}`),
  ...changeTexts(cause).map((text) => `  changed before: ${text}`),
  ...(cause.explains.length > 0 ? [`  follows from it: ${cause.explains.join(', ')}`] : []),
  ...(healing === '' ? [] : [`  heals: ${healing}`]),
  ...cause.next.map((text) => `  do: ${text}`),
];

/** The recovery from a cause; times of day are in UTC. */
const healingIn = (cause: Cause, course: Course, now: number) =>
  healingOfCause(cause, course, now, (ms) => clockTime(ms, true));

/** A diagnosis as lines of text, most urgent first; names in it are untrusted. */
export const verdictLines = (verdict: Diagnosis, course: Course): readonly string[] =>
  plainLines(verdict, course).map(inLocale);

const plainLines = (verdict: Diagnosis, course: Course): readonly string[] => [
  ...[impactText(verdict.impact)].filter(Boolean).map((text) => `I/O blocked: ${text}`),
  ...(verdict.causes.length === 0
    ? ['nothing is known to be wrong']
    : verdict.causes.flatMap((cause) => causeLines(cause, healingIn(cause, course, verdict.at).reason))),
  ...verdict.ruledOut.map(
    (text) => `${verdict.causes.length > 0 ? 'also considered' : 'seen, but without effect now'}: ${text}`,
  ),
  ...(verdict.missing.length > 0 ? [`not known: ${listed(verdict.missing)}`] : []),
];

const isoTime = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

/** The recovery from a cause in machine-readable form. */
function healingJson(cause: Cause, course: Course, now: number): object {
  const { from, to, ...rest } = healingIn(cause, course, now);
  return { ...rest, from: isoTime(from), to: isoTime(to) };
}

/** A cause in machine-readable form. Times are ISO 8601 in UTC, or null if unknown. */
export const causeJson = (cause: Cause, { impact, at }: Diagnosis, course: Course): object => ({
  kind: cause.kind,
  objects: cause.objects,
  host: cause.host ?? null,
  since: isoTime(cause.since),
  confidence: cause.confidence,
  text: cause.text,
  explains: cause.explains,
  impact: cause.explains.includes('PG_AVAILABILITY')
    ? { blockedPgs: impact.blockedPgs, pools: impact.pools.map(({ name }) => name) }
    : { blockedPgs: 0, pools: [] },
  evidence: cause.proofs,
  against: cause.against,
  changedBefore: cause.before.map(({ at: when, ...change }) => ({ at: isoTime(when), ...change })),
  healing: healingJson(cause, course, at),
  next: cause.next,
});
