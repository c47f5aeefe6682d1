import type { Binding } from '../keys/binding.ts';
import type { NavigationKey } from '../store/action/action.ts';
import type { Cockpit, Shown } from '../store/cockpit.ts';
import { isSilent } from '../store/facts/report.ts';
import { readBack } from './log/filters.ts';
import { namesPattern } from './namesPattern.ts';
import { showPane } from './screen.ts';

/** Something of the cluster that leaves traces: lines in the log, and tasks that work on it. */
export interface Subject {
  /** The names that log lines and tasks have for it, such as `osd.3`. */
  readonly names: readonly string[];
  /** The expression that finds its lines, where its names alone do not. */
  readonly pattern?: string;
  /** Lines from this moment on are of interest, in seconds since the epoch: those that are not held are read. */
  readonly reach?: number;
  /** The units that write its lines. Without them and a server: the lines that name it. */
  readonly services?: readonly string[];
  readonly serverId?: number | undefined;
  /** Everything from this moment on instead, in seconds since the epoch. */
  readonly since?: number | undefined;
}

/** Jumps to the log, narrowed to one thing. */
export function showLogOf(cockpit: Cockpit, subject: Subject): void {
  const { names, services = [], serverId, since, pattern = namesPattern(names) } = subject;
  const known = services.length > 0 || serverId !== undefined || since !== undefined;
  const servers = serverId === undefined ? [] : [serverId];
  showPane(cockpit, 'logs', known ? '' : pattern, { services, servers, since });
  if (subject.reach !== undefined) readBack(cockpit, Math.max(subject.reach, latest(cockpit)));
}

/** Of a check that stands for days, the log of the last hours is read: it may be as long as that of a week. */
const REACH_S = 6 * 3600;
const latest = ({ clock }: Shown): number => clock.now() / 1000 - REACH_S;

/** Where an OSD runs. */
interface Place {
  readonly host?: string | undefined;
  /** Its disk there, such as `sda`. */
  readonly device?: string | undefined;
  readonly serverId?: number | undefined;
  /** Seconds since the server last reported. */
  readonly serverLastSeen?: number | undefined;
}

/** The traces of an OSD: its own lines and those of the kernel that it runs on; tasks name it or its disk. */
export function osdSubject(osdId: number, { host, device, serverId, serverLastSeen }: Place): Subject {
  const name = `osd.${osdId}`;
  const names = [name, ...(device ? [`${host}:${device}`] : [])];
  // It writes no lines, but others write about what ran there.
  if (isSilent({ serverLastSeen })) return { names };
  return { names, services: serverId === undefined ? [name] : [name, 'kernel'], serverId };
}

/** The keys that lead from a thing to its traces; what takes long to work out is, once a key is pressed. */
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

/** The binding of a way. */
export const navigationBinding = ({ keys, label, help, footer, refused, go }: NavigationKey): Binding => ({
  keys,
  label,
  help,
  footer,
  disabled: () => refused,
  run: go,
});
