import type { LogEvent } from '../../api/contract/logs.ts';
import { readChanges } from '../../diagnosis/evidence/changes.ts';
import type { CheckHistory, Journal, OsdHistory, Transition } from '../answers/journalState.ts';
import { beginning, withLogged } from './journal.ts';

/**
 * Adds lines of the cluster log, oldest first, which say when a health check or an OSD failure began, possibly before
 * the console was started.
 */
export function observeLog(journal: Journal, events: Iterable<LogEvent>): Journal {
  const logged = new Map(journal.logged);
  const transitions: Transition[] = [];
  let isRelevant = false;
  for (const event of events) isRelevant = addEvent(logged, event, transitions) || isRelevant;
  if (!isRelevant) return journal;
  const checks = new Map<string, CheckHistory>();
  for (const [code, check] of journal.checks)
    checks.set(code, { ...check, ...beginning({ logged }, code, check) });
  return {
    ...journal,
    logged,
    checks,
    osds: withBeginnings(journal.osds, logged),
    transitions: withLogged(journal.transitions, transitions),
  };
}

/**
 * The histories of OSDs with the times at which they went down according to the log; the same map if the log adds
 * nothing.
 */
function withBeginnings(
  osds: Journal['osds'],
  logged: ReadonlyMap<string, number>,
): ReadonlyMap<number, OsdHistory> {
  let changed: Map<number, OsdHistory> | undefined;
  for (const [id, osd] of osds) {
    if (osd.status !== 'DOWN') continue;
    const since = beginning({ logged }, `osd.${id}`, osd);
    if (since.at === osd.at && since.exact === osd.exact) continue;
    changed ??= new Map(osds);
    changed.set(id, { ...osd, ...since });
  }
  return changed ?? osds;
}

// Messages of Ceph's monitors in the cluster log.
const CHECK_FAILED = /Health check failed: .*\(([A-Z][A-Z0-9_]*)\)\s*$/;
const CHECK_CLEARED = /Health check cleared: ([A-Z][A-Z0-9_]*)/;
const ALL_CLEAR = /Cluster is now healthy/;
const OSD_FAILED = /\b(osd\.\d+) (?:failed|reported immediately failed|marked itself down)/;
const OSD_BOOT = /\b(osd\.\d+) \S+ boot\b/;
/** A command that changes a flag, as `readChanges` reads it. */
const FLAG_CHANGED = /^osd (set|unset) (\S+)/;

/** The transition of a check or an OSD that the log reports. */
function loggedTransition(subject: string, at: number, failed: boolean): Transition {
  const isOsd = subject.startsWith('osd.');
  const [healthy, unhealthy] = isOsd ? ['UP', 'DOWN'] : ['', 'raised'];
  const [from, to] = failed ? [healthy, unhealthy] : [unhealthy, healthy];
  return { at, exact: true, kind: isOsd ? 'osd' : 'check', subject, from, to };
}

/** Adds the change that one line reports to `logged` and `transitions`; returns true if it reports one. */
function addEvent(
  logged: Map<string, number>,
  { m: message = '', t: seconds }: LogEvent,
  transitions: Transition[],
): boolean {
  if (seconds === undefined) return false;
  const at = seconds * 1000;
  const failed = (CHECK_FAILED.exec(message) ?? OSD_FAILED.exec(message))?.[1];
  if (failed !== undefined) {
    // Several OSDs report the same failure; only the first report counts.
    if (!logged.has(failed)) {
      logged.set(failed, at);
      transitions.push(loggedTransition(failed, at, true));
    }
    return true;
  }
  const recovered = (CHECK_CLEARED.exec(message) ?? OSD_BOOT.exec(message))?.[1];
  if (recovered !== undefined) {
    transitions.push(loggedTransition(recovered, at, false));
    logged.delete(recovered);
    return true;
  }
  const [, verb, flag] = FLAG_CHANGED.exec(readChanges([{ t: seconds, m: message }])[0]?.text ?? '') ?? [];
  if (flag !== undefined) {
    // A command is logged at its start and at its end; the flag is set from the start.
    if (verb === 'unset') logged.delete(flag);
    else if (!logged.has(flag)) logged.set(flag, at);
    return true;
  }
  const clear = logged.size > 0 && ALL_CLEAR.test(message);
  if (clear) logged.clear();
  return clear;
}
