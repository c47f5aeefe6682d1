import { listed } from '../../lib/words.ts';
import { lackingGroups } from '../evidence/checks.ts';
import { linesOn, type DiagnosticEvidence } from '../evidence/evidence.ts';
import { isShutDown, lastFailure } from '../evidence/failures.ts';
import type { OsdState } from '../evidence/osds.ts';
import { onHost } from '../rule.ts';
import { unservedGroups } from '../unserved.ts';
import { hasEnded } from './signsOfLife.ts';

/** The words that differ between one OSD and several. */
const ONE = {
  are: 'is',
  were: 'was',
  have: 'has',
  they: 'it',
  them: 'it',
  daemons: 'the daemon',
  theirDaemonsDo: 'its daemon does',
  logs: 'the log',
  reports: 'the crash report',
  disks: 'its disk',
};
const SEVERAL: typeof ONE = {
  are: 'are',
  were: 'were',
  have: 'have',
  they: 'they',
  them: 'them',
  daemons: 'the daemons',
  theirDaemonsDo: 'their daemons do',
  logs: 'the logs',
  reports: 'the crash reports',
  disks: 'their disks',
};

/** The words for OSDs of one server. */
export interface OsdWords extends Readonly<typeof ONE> {
  /** Their names. */
  readonly names: string;
  /** ` on stor-03`, or empty if the server is unknown. */
  readonly on: string;
  /** Both of these. */
  readonly who: string;
}

/** The number of OSDs that are named in a sentence. */
const MAX_NAMES = 4;

/** The words for one OSD, or for several of one server. */
export function wordsFor(osds: readonly [OsdState, ...OsdState[]]): OsdWords {
  const all = osds.map(({ name }) => name);
  const [names, on] = [listed(all, MAX_NAMES), onHost(osds[0])];
  return { ...(osds.length === 1 ? ONE : SEVERAL), names, on, who: `${names}${on}` };
}

/** Ceph stops an OSD that is marked down more than five times in ten minutes (osd_max_markdown_count); one line may be lost. */
const MANY_MARKDOWNS = 4;

/** True if an OSD was marked down so often while it ran that it has stopped because of that. */
export const hasFlapped = (evidence: DiagnosticEvidence, osd: OsdState): boolean =>
  linesOn(evidence, 'stillRunning', osd).length >= MANY_MARKDOWNS;

/** The end of an OSD, or of several that have ended in the same way, in words, as far as it is known. */
export function endText(
  evidence: DiagnosticEvidence,
  osd: OsdState,
  { who, were, have, they, daemons }: OsdWords,
): string {
  const failure = lastFailure(evidence, osd);
  if (isShutDown(failure)) return `${who} ${were} shut down`;
  if (hasEnded(evidence, osd)) {
    const flapped = hasFlapped(evidence, osd);
    return `${daemons} of ${who} ${have} stopped${flapped ? `, after ${they} ${were} marked down again and again while ${they} ran` : ''}`;
  }
  // A server reports within half a minute, so it knows, if the log has nothing of the end of the OSD.
  const runs = failure === undefined && osd.disk?.daemonRunning === true;
  return `${who} is down${runs ? ' although its daemon runs' : ''}`;
}

/** The steps if an OSD was told to stop, so that neither its daemon nor its disk has to be at fault. */
export const stepsIfStopped = (
  { names, on, them, disks }: OsdWords,
  toKeep: string | undefined,
): readonly string[] => [
  `ask who stopped ${names}, and start ${them}${on} when that work is done`,
  ...(toKeep === undefined ? [] : [`keep ${disks} until then: ${toKeep}`]),
];

/** The steps if it is not known why OSDs are down. */
export function stepsIfDown(
  { checks, status }: DiagnosticEvidence,
  { names, who, on, them, they, disks, logs, reports }: OsdWords,
  {
    ended,
    crashed,
    toKeep,
  }: { readonly ended: boolean; readonly crashed: boolean; readonly toKeep: string | undefined },
): readonly string[] {
  const look = ended
    ? `read ${crashed ? reports : logs} of ${names}${crashed ? ' (:crashes)' : ''} for why ${they} stopped`
    : `see whether the daemon of ${names} runs${on}, and read its log`;
  // Groups that are down, or of which no OSD is left, say which OSDs they need. Ceph may report them only after a minute.
  const isUnserved = checks.has('PG_AVAILABILITY') || unservedGroups(status) > 0;
  if (toKeep === undefined && isUnserved && lackingGroups(checks) === 0)
    return [
      `start ${who}: placement groups cannot serve I/O`,
      look,
      `replace ${disks} only once they serve again`,
    ];
  return toKeep === undefined
    ? [look, `start ${them}, or replace ${disks}`]
    : [`start ${who}, and keep ${disks} until then: ${toKeep}`, look];
}
