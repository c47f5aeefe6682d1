import type { LogEvent } from '../../api/contract/logs.ts';
import { begin, withTold } from './journal.ts';
import type { CheckHistory, Journal, OsdHistory, Transition } from './journalState.ts';

/** Learns from lines of the cluster's own log, oldest first, when a check or a failure began: that may be before we looked. */
export function observeLog(journal: Journal, events: Iterable<LogEvent>): Journal {
  const logged = new Map(journal.logged);
  const told: Transition[] = [];
  let learned = false;
  for (const event of events) learned = note(logged, event, told) || learned;
  if (!learned) return journal;
  const checks = new Map<string, CheckHistory>();
  for (const [code, life] of journal.checks) checks.set(code, { ...life, ...begin({ logged }, code, life) });
  const transitions = withTold(journal.transitions, told);
  return { ...journal, logged, checks, osds: withBeginnings(journal.osds, logged), transitions };
}

/** The lives of OSDs with what the log says of when they went down; the same ones where it says nothing new. */
function withBeginnings(
  lives: Journal['osds'],
  logged: ReadonlyMap<string, number>,
): ReadonlyMap<number, OsdHistory> {
  let learned: Map<number, OsdHistory> | undefined;
  for (const [id, life] of lives) {
    if (life.status !== 'DOWN') continue;
    const since = begin({ logged }, `osd.${id}`, life);
    if (since.at === life.at && since.exact === life.exact) continue;
    learned ??= new Map(lives);
    learned.set(id, { ...life, ...since });
  }
  return learned ?? lives;
}

// The wording of Ceph's monitors in the cluster log.
const CHECK_FAILED = /Health check failed: .*\(([A-Z][A-Z0-9_]*)\)\s*$/;
const CHECK_CLEARED = /Health check cleared: ([A-Z][A-Z0-9_]*)/;
const ALL_CLEAR = /Cluster is now healthy/;
const OSD_FAILED = /\b(osd\.\d+) (?:failed|reported immediately failed)/;
const OSD_BOOT = /\b(osd\.\d+) \S+ boot\b/;

/** The change that the log tells of a check or an OSD. */
function toldOf(subject: string, at: number, failed: boolean): Transition {
  const isOsd = subject.startsWith('osd.');
  const [well, ill] = isOsd ? ['UP', 'DOWN'] : ['', 'raised'];
  const [from, to] = failed ? [well, ill] : [ill, well];
  return { at, exact: true, kind: isOsd ? 'osd' : 'check', subject, from, to };
}

/** Notes what one line reports, with the changes that it tells; answers whether there was anything. */
function note(
  logged: Map<string, number>,
  { m: message = '', t: seconds }: LogEvent,
  told: Transition[],
): boolean {
  if (seconds === undefined) return false;
  const at = seconds * 1000;
  const failed = (CHECK_FAILED.exec(message) ?? OSD_FAILED.exec(message))?.[1];
  if (failed !== undefined) {
    // A failure is reported by many.
    if (!logged.has(failed)) {
      logged.set(failed, at);
      told.push(toldOf(failed, at, true));
    }
    return true;
  }
  const ended = (CHECK_CLEARED.exec(message) ?? OSD_BOOT.exec(message))?.[1];
  if (ended !== undefined) {
    told.push(toldOf(ended, at, false));
    logged.delete(ended);
    return true;
  }
  const clear = logged.size > 0 && ALL_CLEAR.test(message);
  if (clear) logged.clear();
  return clear;
}
