import type { Binding } from '../keys/binding.ts';
import { clockTime } from '../lib/format.ts';
import type { Description, NavigationKey } from '../store/action/action.ts';
import { isSilent } from '../store/answers/daemonState.ts';
import { resources } from '../store/cache/resources.ts';
import { isStale } from '../store/cache/slot.ts';
import type { Cockpit, Known, Shown } from '../store/cockpit.ts';
import { topListId } from '../store/session/madeChanges.ts';
import { readOlderLines } from './logLines/older.ts';
import { namesPattern } from './namesPattern.ts';
import { showPane } from './screen.ts';

/** A part of the cluster with traces: lines in the log, and tasks that work on it. */
export interface Subject {
  /** Its names in log lines and tasks, such as `osd.3`. */
  readonly names: readonly string[];
  /** The expression that finds its log lines, if its names are not enough. */
  readonly pattern?: string;
  /** Start of the lines of interest, in seconds since the epoch; older lines that are not loaded are read from there. */
  readonly readFrom?: number;
  /** The units that write its lines. Without units and server, the log is filtered by its names. */
  readonly services?: readonly string[];
  readonly serverId?: number | undefined;
  /** Shows all lines from this moment on instead, in seconds since the epoch. */
  readonly since?: number | undefined;
}

/** The log lines that belong to a subject: by their units and server if those are known, otherwise by its names. */
export function logLinesOf({
  names,
  services = [],
  serverId,
  since,
  pattern = namesPattern(names),
}: Subject) {
  const known = services.length > 0 || serverId !== undefined || since !== undefined;
  return { filter: known ? '' : pattern, services, servers: serverId === undefined ? [] : [serverId], since };
}

/** Jumps to the log, filtered to one subject. */
export function showLogOf(cockpit: Cockpit, subject: Subject): void {
  const { filter, ...choice } = logLinesOf(subject);
  showPane(cockpit, 'logs', filter, choice);
  if (subject.readFrom !== undefined)
    readOlderLines(cockpit, Math.max(subject.readFrom, earliestRead(cockpit)));
}

/** Seconds that a jump reads the log back at most: for a check that was raised days ago the log may be very long. */
const REACH_S = 6 * 3600;
const earliestRead = ({ clock }: Shown): number => clock.now() / 1000 - REACH_S;

/** The most tasks on a page. */
const MAX_TASKS = 3;

/** The tasks that work on a subject, and those that lately did; none while the tasks are not known. */
export function lastTasks(
  cockpit: Known & Shown,
  { names, since }: Subject,
): NonNullable<Description['tasks']> {
  const { now, utc } = cockpit.view.getState();
  if (names.length === 0 || since !== undefined || isStale(cockpit.cache.slot(resources.tasks), now))
    return [];
  const pattern = new RegExp(namesPattern(names));
  return cockpit.facts
    .tasks()
    .filter(({ object }) => pattern.test(object))
    .slice(0, MAX_TASKS)
    .map(({ startedAt, name, object, state, startedBy, lastLine, level }) => ({
      time: startedAt === undefined ? '--' : clockTime(startedAt, utc),
      text: [`${name} ${object}: ${state}`, startedBy && `by ${startedBy}`, lastLine]
        .filter(Boolean)
        .join(', '),
      level,
    }));
}

/** The most changes on a page. */
const MAX_MADE = 3;

/** The names of an object: `here` in its own list only, `anywhere` in every list. */
interface ObjectNames {
  readonly here: readonly string[];
  readonly anywhere: readonly string[];
}

/** The last changes of an object that this console sent; those that started a task are left to the tasks. */
export function changesMade(
  { made, view }: Known & Shown,
  { here, anywhere }: ObjectNames,
): NonNullable<Description['made']> {
  const state = view.getState();
  const listId = topListId(state);
  return made
    .list()
    .filter(
      (one) =>
        one.task === undefined &&
        (anywhere.includes(one.target) || (one.listId === listId && here.includes(one.target))),
    )
    .slice(0, MAX_MADE)
    .map(({ at, title, outcome, message }) => ({
      time: clockTime(at, state.utc),
      text: [`${title}: ${outcome === 'unknown' ? 'outcome unknown' : outcome}`, message]
        .filter(Boolean)
        .join(', '),
      level: outcome === 'done' ? 'ok' : 'warn',
    }));
}

/** The server on which an OSD runs, and its disk there. */
interface OsdServer {
  readonly host?: string | undefined;
  /** Its disk there, such as `sda`. */
  readonly device?: string | undefined;
  readonly serverId?: number | undefined;
  /** Seconds since the server last reported. */
  readonly serverLastSeen?: number | undefined;
}

/** The traces of an OSD: its own log lines and its host's kernel lines; tasks name the OSD or its disk. */
export function osdSubject(osdId: number, { host, device, serverId, serverLastSeen }: OsdServer): Subject {
  const name = `osd.${osdId}`;
  const names = [name, ...(device ? [`${host}:${device}`] : [])];
  // The server reports nothing, but others may log about what ran on it.
  if (isSilent({ serverLastSeen })) return { names };
  return { names, services: serverId === undefined ? [name] : [name, 'kernel'], serverId };
}

/**
 * The keys that jump from a row to its log lines and tasks; a subject given as a function is worked out when a key is
 * pressed.
 */
export function activityKeys(
  cockpit: Cockpit,
  subject: Subject | (() => Subject) | undefined,
  nothing?: string,
): readonly NavigationKey[] {
  const refused = subject === undefined ? (nothing ?? 'it has no log and no tasks of its own') : undefined;
  const found = () => (typeof subject === 'function' ? subject() : subject!);
  const isNameless = typeof subject === 'object' && subject.names.length === 0;
  return [
    {
      keys: ['L'],
      label: 'log',
      help: 'The log of what the cursor is on',
      footer: 9,
      refused,
      go: () => showLogOf(cockpit, found()),
    },
    {
      keys: ['T'],
      label: 'tasks',
      help: 'The tasks that work on what the cursor is on',
      footer: 16,
      refused: refused ?? (isNameless ? 'no task names it' : undefined),
      go: () => showPane(cockpit, 'tasks', `object:${namesPattern(found().names)}`),
    },
  ];
}

/** The binding of a navigation key. */
export const navigationBinding = ({ keys, label, help, footer, refused, go }: NavigationKey): Binding => ({
  keys,
  label,
  help,
  footer,
  disabled: () => refused,
  run: go,
});
