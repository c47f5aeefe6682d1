import { duration, roughAge } from '../../lib/format.ts';
import { listed, plural } from '../../lib/words.ts';
import { shortageText, type Healing } from './healing.ts';
import { isKeptIn, keptInText } from './markingOut.ts';

/** Formats the time of day of a timestamp in milliseconds since the epoch. */
export type ClockTime = (ms: number) => string;

/** The maximum number of reasons that are given. */
const MAX_REASONS = 3;

/** The state of recovery in words, with the reason and the end of waiting. `now` is in milliseconds since the epoch. */
export function healingState(
  { state, total, waitsFor, heldBy, shortages }: Healing,
  now: number,
  clockTime: ClockTime,
): string {
  if (state === 'healthy') return 'all placement groups okay';
  if (state === 'held') return `held: ${listed(heldBy, MAX_REASONS)}`;
  if (state === 'repair') return 'needs repair';
  if (state === 'unknown' && total === 0) return 'unknown: no placement groups known';
  if (state !== 'waiting') return state;
  const { osds, due, keptIn } = waitsFor;
  const marked = due === undefined ? osds : osds.filter((osd) => !isKeptIn(osd, keptIn));
  const who = marked.length === 1 ? marked[0]!.name : plural(marked.length, 'OSD');
  if (due === undefined) return `waiting: ${who} down and in`;
  const left = (due.at - now) / 1000;
  if (left <= 0) return `waiting: ${who} down, to be marked out about now`;
  const when = `${marked.length > 1 ? 'from ' : due.exact ? 'at ' : 'by '}${clockTime(due.at)}`;
  const short = shortages.flatMap(({ pools }) => pools);
  const except = short.length === 0 ? '' : ` except ${listed(short, 2)}`;
  const others = keptIn.length === 0 ? '' : `; ${keptInText(keptIn)}`;
  return `waiting: ${who} marked out ${when} (in ${roughAge(left, 10)}), then restored${except}${others}`;
}

/** The progress of recovery in clauses, the most important first. */
export function healingClauses(healing: Healing): readonly string[] {
  const { state, total, left, perMinute, stalledFor, countedAgo } = healing;
  const short = healing.shortages.map(shortageText);
  const heldBy = healing.heldBy.filter((reason) => !short.includes(reason));
  const parts: string[] = [];
  if (countedAgo !== undefined && total > 0) parts.push(`last counted ${duration(countedAgo)} ago`);
  if (left !== undefined) {
    const [from, to] = [left.from, left.to].map((seconds) => roughAge(seconds, 10));
    parts.push(to === 'now' ? 'almost done' : from === 'now' ? `up to ${to} left` : `${from} to ${to} left`);
  }
  if (perMinute !== undefined && perMinute !== 0)
    parts.push(`${perMinute > 0 ? '+' : ''}${perMinute.toFixed(0)} pg/min`);
  if (heldBy.length > 0 && state !== 'held') parts.push(`held by ${listed(heldBy)}`);
  // What holds all recovery back says enough.
  if (short.length > 0 && state !== 'held') parts.push(listed(short, 1));
  if (stalledFor !== undefined) parts.push(`no progress for ${duration(stalledFor / 1000)}`);
  // Groups that need OSDs that are down say enough about the end.
  if (state === 'healing' && left === undefined && healing.lacking === 0) parts.push('end not known');
  return parts;
}

/** The progress of recovery in words. */
export const healingText = (healing: Healing): string => healingClauses(healing).join(', ');

/** The number of placement groups that only OSDs that are down can complete, in words; empty if there are none. */
export const lackingText = ({ lacking }: Pick<Healing, 'lacking'>): string =>
  lacking === 0 ? '' : `${plural(lacking, 'pg')} ${lacking === 1 ? 'needs' : 'need'} OSDs that are down`;
