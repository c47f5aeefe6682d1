import type { LogEvent } from '../../api/contract/logs.ts';
import { fields, text } from '../../lib/untyped.ts';
import { isInjected } from './log.ts';

/** A change that someone made to the cluster, according to its log. */
export interface ClusterChange {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The command, such as `osd set noout`, or the message of the management service. */
  readonly text: string;
  /** The Ceph user or the service that made it. */
  readonly who: string;
  /** The setting that it changed. */
  readonly setting?: string;
  /** The number or word to which it set it, if the log shows one; other values may be secret. */
  readonly value?: number | string;
  /** The setting that it reverted to the default. */
  readonly returned?: string;
  /** The flag that it set. */
  readonly flag?: string;
}

/** Matches a line of the monitors' audit log: `… entity='client.admin' cmd=[{"prefix": "osd set", …}]: dispatch`. */
const AUDIT = /entity='([^']*)' cmd='?\[(\{.*\})\]'?: (?:dispatch|finished)/;
/** Matches commands that change the cluster's behaviour or data placement; others only read, or are sent by daemons. */
const CHANGING =
  /^(?:config (?:set|rm|reset)|osd (?:set|unset|set-group|unset-group|add-no\w+|rm-no\w+|out|in|new|down|reweight|setcrushmap|purge|destroy|rm|pool|crush|erasure-code-profile|primary-affinity|set-\S+-ratio|(?:rm-)?pg-upmap\S*)|fs |mds fail|mgr (?:fail|module)|orch |balancer |auth (?:rm|caps))\b/;
/** Matches the commands that move single placement groups: the balancer sends many in a row, which count as one change. */
export const UPMAP = /^osd (?:rm-)?pg-upmap/;
/** The end of the names of commands that a manager carries out for an operator: `osd purge-actual`. */
const CARRIED_OUT = /-actual$/;
/** Matches the arguments that choose the output format, or confirm the command (`yes_i_really_mean_it`). */
const SAYS_NOTHING = /^(?:format|target|yes_i_really_.*)$/;
/** Matches OSDs: a command of theirs is no change, because they place themselves in the CRUSH map whenever they start. */
const SELF = /^osd\.\d+$/;
/**
 * Matches daemons that change settings and pools by themselves: the autoscaler and the modules of a manager, a gateway that
 * starts, a metadata server. People change things through a manager too, so that these are kept.
 */
const AUTOMATIC = /^(?:mgr|mds|client\.rgw|client\.radosgw)\./;
/** Matches lines of the management service about changed settings. */
const SETTING = /^setting (\S+) (changed|returned)(?: to (-?[\d.]+|[a-z_]+))?/;
/** A command is logged at its start and at its end; equal lines within this many milliseconds count as one change. */
const DUPLICATE_MS = 10_000;

/** False for most lines that report no change; a cheap test before `readChanges`. */
export const mayBeChange = (message: string): boolean => message.includes(' cmd=') || SETTING.test(message);

/** Reads the changes from lines of the log, oldest first. */
export function readChanges(events: readonly LogEvent[] | undefined): readonly ClusterChange[] {
  const changes: ClusterChange[] = [];
  for (const { t, m = '', s = '' } of events ?? []) {
    if (t === undefined || isInjected(m)) continue;
    const change = changeOf(m, s);
    if (change === undefined) continue;
    const at = t * 1000;
    const recent = changes.filter((other) => at - other.at < DUPLICATE_MS);
    if (recent.some((other) => other.text === change.text)) continue;
    const twin = recent.find((other) => areSameSetting(other, change));
    if (twin === undefined) changes.push({ at, ...change });
    else changes[changes.indexOf(twin)] = joined(twin, { at, ...change });
  }
  return changes;
}

const isSettingLine = ({ text: words }: Pick<ClusterChange, 'text'>): boolean => words.startsWith('setting ');

/** True for a command about a setting and the line about its result: one has the user, the other the value. */
const areSameSetting = (one: ClusterChange, other: Omit<ClusterChange, 'at'>): boolean =>
  isSettingLine(one) !== isSettingLine(other) &&
  (one.setting ?? one.returned) !== undefined &&
  one.setting === other.setting &&
  one.returned === other.returned &&
  (one.value === undefined || other.value === undefined);

/** A command about a setting, with the value that the line about its result tells. */
function joined(one: ClusterChange, other: ClusterChange): ClusterChange {
  const [command, result] = isSettingLine(one) ? [other, one] : [one, other];
  return { ...command, at: one.at, ...(result.value !== undefined && { value: result.value }) };
}

function changeOf(message: string, service: string): Omit<ClusterChange, 'at'> | undefined {
  const [, setting = '', done, value] = SETTING.exec(message) ?? [];
  if (done !== undefined) {
    const to = value === undefined ? {} : { value: /[a-z]/.test(value) ? value : Number(value) };
    return {
      text: message,
      who: service,
      ...(done === 'changed' ? { setting, ...to } : { returned: setting }),
    };
  }
  // A cheap test before the expensive pattern, which only few lines need.
  if (!message.includes(' cmd=')) return undefined;
  const [, who = '', json = ''] = AUDIT.exec(message) ?? [];
  const { prefix, ...parts } = parsed(json);
  // A manager carries out `osd purge` and `osd destroy` after it has checked them, under names and a user of its own.
  const command = text(prefix)?.replace(CARRIED_OUT, '');
  if (command === undefined || !CHANGING.test(command) || SELF.test(who)) return undefined;
  const words = Object.entries(parts)
    .flatMap(([name, value]) => (SAYS_NOTHING.test(name) ? [] : value))
    .filter((part) => ['string', 'number', 'boolean'].includes(typeof part));
  const [name, key] = [text(parts.name), text(parts.key)];
  return {
    text: UPMAP.test(command) ? command : [command, ...words].join(' '),
    who: command === prefix ? who : '',
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

/** The commands that name OSDs by their numbers; `osd reweight` has a weight behind the number. */
const BY_NUMBER = /^osd (?:in|out|new|purge|rm|destroy|down|reweight) /;
const WITH_WEIGHT = 'osd reweight ';

/** The words of a change that may name a part of the cluster; OSDs as `osd.3`. */
export function namedIn({ text: words }: ClusterChange): readonly string[] {
  const [, ...names] = words.split(/[\s,]+/);
  const numbers = BY_NUMBER.test(words) ? names.slice(1, words.startsWith(WITH_WEIGHT) ? 2 : undefined) : [];
  return [...names, ...numbers.map((number) => `osd.${number}`)];
}

/** The period before a cause in which changes may be related to it, in milliseconds. */
const BEFORE_MS = 15 * 60_000;
/**
 * The tolerance for clock differences between servers, by which a consequence may seem older than the change, in
 * milliseconds.
 */
export const CLOCK_SKEW_MS = 2000;

/**
 * The changes shortly before a cause began: those of its own objects first, then those of people, then the latest.
 * @param since milliseconds since the epoch; if undefined, the result is empty
 */
export function changesBefore(
  changes: readonly ClusterChange[],
  { since, objects }: { readonly since: number | undefined; readonly objects: readonly string[] },
): readonly ClusterChange[] {
  if (since === undefined) return [];
  const isNear = (change: ClusterChange) => namedIn(change).some((name) => objects.includes(name));
  return changes
    .filter(({ at }) => at <= since + CLOCK_SKEW_MS && since - at < BEFORE_MS)
    .toSorted(
      (a, b) =>
        Number(isNear(b)) - Number(isNear(a)) ||
        Number(AUTOMATIC.test(a.who)) - Number(AUTOMATIC.test(b.who)) ||
        b.at - a.at,
    );
}
