import type { Binding } from '../keys/binding.ts';
import { escaped } from '../store/pattern.ts';
import type { Way } from '../store/action.ts';
import type { Cockpit } from '../store/cockpit.ts';
import { isSilent } from '../store/select/report.ts';
import { showPane } from './screen.ts';

/** Something of the cluster that leaves traces: lines in the log, and tasks that work on it. */
export interface Subject {
  /** What log lines and tasks call it, such as `osd.3`. */
  readonly names: readonly string[];
  /** The units that write its lines. Without them and a server: the lines that name it. */
  readonly services?: readonly string[];
  readonly serverId?: number | undefined;
  /** Everything from this moment on instead, in seconds since the epoch. */
  readonly since?: number | undefined;
}

/** A filter for what names one of these: `osd.3`, not `osd.30`. */
export const namesPattern = (names: readonly string[]): string =>
  `\\b(${names.map((name) => escaped(name).replaceAll(/\s/g, '\\s')).join('|')})\\b`;

/** Jumps to the log, narrowed to one thing. */
export function showLogOf(cockpit: Cockpit, { names, services = [], serverId, since }: Subject): void {
  const known = services.length > 0 || serverId !== undefined || since !== undefined;
  const servers = serverId === undefined ? [] : [serverId];
  showPane(cockpit, 'logs', known ? '' : namesPattern(names), { services, servers, since });
}

/** Where an OSD runs. */
interface Place {
  readonly host?: string | undefined;
  /** Its disk there, such as `sda`. */
  readonly device?: string | undefined;
  readonly serverId?: number | undefined;
  /** Seconds since the server was heard of. */
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

/** The keys that lead from a thing to its traces. */
export function traceWays(cockpit: Cockpit, subject: Subject | undefined, nothing?: string): readonly Way[] {
  const refused = subject === undefined ? (nothing ?? 'it has no log and no tasks of its own') : undefined;
  return [
    {
      keys: ['L'],
      label: 'log',
      help: 'The log of what the cursor is on',
      footer: 9,
      refused,
      go: () => showLogOf(cockpit, subject!),
    },
    {
      keys: ['T'],
      label: 'tasks',
      help: 'The tasks that work on what the cursor is on',
      footer: 16,
      refused: refused ?? (subject?.names.length === 0 ? 'no task names it' : undefined),
      go: () => showPane(cockpit, 'tasks', `object:${namesPattern(subject!.names)}`),
    },
  ];
}

/** The binding of a way. */
export const wayBinding = ({ keys, label, help, footer, refused, go }: Way): Binding => ({
  keys,
  label,
  help,
  footer,
  disabled: () => refused,
  run: go,
});
