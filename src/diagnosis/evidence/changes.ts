import type { LogEvent } from '../../api/contract/logs.ts';
import { fields, text } from '../../lib/untyped.ts';
import { isInjected } from './log.ts';

/** A change that somebody made to the cluster, as its log tells. */
export interface ClusterChange {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The command, or the words of the management service: `osd set noout`. */
  readonly text: string;
  /** The user of the cluster, or the service that made it. */
  readonly who: string;
  /** The setting that it gave a value to. */
  readonly setting?: string;
  /** The setting that it returned to its default. */
  readonly returned?: string;
  /** The flag that it set. */
  readonly flag?: string;
}

/** The audit log of Ceph's monitors: `… entity='client.admin' cmd=[{"prefix": "osd set", …}]: dispatch`. */
const AUDIT = /entity='([^']*)' cmd='?\[(\{.*\})\]'?: (?:dispatch|finished)/;
/** Commands that change how the cluster works or where its data is; all others only read, or are the daemons' own. */
const CHANGING =
  /^(?:config (?:set|rm|reset)|osd (?:set|unset|set-group|unset-group|out|in|down|reweight|purge|destroy|rm|pool|crush|erasure-code-profile|primary-affinity|set-\S+-ratio)|fs |mds fail|mgr (?:fail|module)|orch |balancer |auth (?:rm|caps))\b/;
/** Lines of the management service about changes of settings. */
const SETTING = /^setting (\S+) (changed|returned)/;
/** A command is logged when it comes and when it is done: twice the same within this many milliseconds is once. */
const TWICE_MS = 10_000;

/** Reads the changes from lines of the log, oldest first. */
export function readChanges(events: readonly LogEvent[] | undefined): readonly ClusterChange[] {
  const changes: ClusterChange[] = [];
  for (const { t, m = '', s = '' } of events ?? []) {
    if (t === undefined || isInjected(m)) continue;
    const change = changeOf(m, s);
    if (change === undefined) continue;
    const at = t * 1000;
    const isTwice = changes.some((other) => other.text === change.text && at - other.at < TWICE_MS);
    if (!isTwice) changes.push({ at, ...change });
  }
  return changes;
}

function changeOf(message: string, service: string): Omit<ClusterChange, 'at'> | undefined {
  const [, setting = '', done] = SETTING.exec(message) ?? [];
  if (done !== undefined)
    return { text: message, who: service, ...(done === 'changed' ? { setting } : { returned: setting }) };
  // Found at once in the few lines that have it.
  if (!message.includes(' cmd=')) return undefined;
  const [, who = '', json = ''] = AUDIT.exec(message) ?? [];
  const { prefix, ...parts } = parsed(json);
  const command = text(prefix);
  if (command === undefined || !CHANGING.test(command)) return undefined;
  const words = Object.values(parts).filter((part) => ['string', 'number', 'boolean'].includes(typeof part));
  const [name, key] = [text(parts.name), text(parts.key)];
  return {
    text: [command, ...words].join(' '),
    who,
    ...(command === 'config set' && name !== undefined && { setting: name }),
    ...(command === 'config rm' && name !== undefined && { returned: name }),
    ...(command === 'osd set' && key !== undefined && { flag: key }),
  };
}

function parsed(json: string): Readonly<Record<string, unknown>> {
  try {
    return fields(JSON.parse(json)) ?? {};
  } catch {
    return {};
  }
}

/** Changes that shortly came before something, in milliseconds. */
const BEFORE_MS = 15 * 60_000;
/** The clocks of the servers differ: a consequence may carry an earlier time than the change, by so many milliseconds. */
const CLOCKS_MS = 2000;

/**
 * The changes that came before something began, those of its own parts first, then the latest.
 * @param since milliseconds since the epoch; where it is not known nothing came before
 */
export function changesBefore(
  changes: readonly ClusterChange[],
  { since, objects }: { readonly since: number | undefined; readonly objects: readonly string[] },
): readonly ClusterChange[] {
  if (since === undefined) return [];
  const isNear = ({ text: words }: ClusterChange) =>
    words.split(/[\s,]/).some((word) => objects.includes(word) || objects.includes(`osd.${word}`));
  return changes
    .filter(({ at }) => at <= since + CLOCKS_MS && since - at < BEFORE_MS)
    .toSorted((a, b) => Number(isNear(b)) - Number(isNear(a)) || b.at - a.at);
}
