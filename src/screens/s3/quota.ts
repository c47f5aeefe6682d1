import type { S3Quota } from '../../api/contract/s3Users.ts';
import { bytes, count } from '../../lib/format.ts';
import { commandLine } from '../../lib/shell.ts';
import type { FieldChanges } from '../action/call.ts';
import { exactSize, parseBytes, parseCount, readOptional, sizeWords } from '../fields/readers.ts';

const KIB = 1024;
const UNLIMITED = -1;

const isLimit = (value: number | undefined): value is number => value !== undefined && value >= 0;

/** A number of KiB as text. */
export const kib = (value: number | undefined): string => (value === undefined ? '--' : bytes(value * KIB));

/** The limits of a quota: `10.0 GiB, 5.0k objects`, or `none`; a dash if it was not reported. */
export function quotaText(quota: S3Quota | undefined): string {
  if (quota === undefined) return '--';
  const { enabled, maxSizeKb, maxObjects } = quota;
  const limits = [
    ...(isLimit(maxSizeKb) ? [kib(maxSizeKb)] : []),
    ...(isLimit(maxObjects) ? [`${count(maxObjects)} objects`] : []),
  ];
  if (limits.length === 0) return 'none';
  return enabled ? limits.join(', ') : `off (${limits.join(', ')})`;
}

/** The words for how a change of a quota is undone. */
export const quotaUndo = (before: S3Quota | undefined): string =>
  before === undefined
    ? 'not known: the present quota was not reported'
    : `set it back to: ${quotaText(before)}`;

/** A quota in the words of a page: "no quota", "10.0 GiB, not enforced". */
export function quotaWords(quota: S3Quota | undefined): string {
  if (quota === undefined) return 'not reported';
  const { enabled, maxSizeKb, maxObjects } = quota;
  if (!isLimit(maxSizeKb) && !isLimit(maxObjects)) return 'no quota';
  return enabled ? quotaText(quota) : `${quotaText({ ...quota, enabled: true })}, not enforced`;
}

/** The used share of a quota, which may exceed 1; undefined without a quota. */
export function quotaShare(
  { enabled, maxSizeKb, maxObjects }: S3Quota = {},
  used: { readonly sizeKb: number; readonly objects: number },
): number | undefined {
  if (!enabled) return undefined;
  const shares = [
    ...(isLimit(maxSizeKb) ? [maxSizeKb === 0 ? 1 : used.sizeKb / maxSizeKb] : []),
    ...(isLimit(maxObjects) ? [maxObjects === 0 ? 1 : used.objects / maxObjects] : []),
  ];
  return shares.length === 0 ? undefined : Math.max(...shares);
}

const NEARLY_FULL = 0.9;

/** True if the used share of a quota counts as a problem. */
export const isNearlyFull = (share: number | undefined): boolean => (share ?? 0) >= NEARLY_FULL;

const NO_LIMIT = 'unlimited';

/** Reads an optional limit, which may also be unlimited. */
const readLimit = (parse: (text: string) => number | undefined, problem: string) =>
  readOptional(
    (text) => (text === NO_LIMIT || text === String(UNLIMITED) ? UNLIMITED : parse(text)),
    problem,
  );

function parseKib(text: string): number | undefined {
  const size = parseBytes(text);
  return size === undefined ? undefined : Math.ceil(size / KIB);
}

/** The form fields of a quota, starting with the current one; sizes are typed with units and sent in KiB. */
export const quotaFields = ({
  enabled,
  maxSizeKb,
  maxObjects,
}: S3Quota = {}): FieldChanges<'setS3UserQuota'> => ({
  // Someone who sets a first limit wants it enforced.
  'body.enabled': {
    label: 'enforced',
    initial: String(enabled === true || !(isLimit(maxSizeKb) || isLimit(maxObjects))),
  },
  'body.maxSizeKb': {
    label: 'most bytes',
    hint: 'a size, such as 10G or 1.5 TiB, or unlimited',
    initial: isLimit(maxSizeKb) ? exactSize(maxSizeKb * KIB) : NO_LIMIT,
    words: sizeWords,
    read: readLimit(parseKib, 'Type a size, such as 10G, or unlimited.'),
  },
  'body.maxObjects': {
    label: 'most objects',
    hint: 'a number of objects, such as 500 or 1.5M, or unlimited',
    initial: isLimit(maxObjects) ? String(maxObjects) : NO_LIMIT,
    read: readLimit(parseCount, 'Type a whole number, such as 500 or 1.5M, or unlimited.'),
  },
});

/** The `radosgw-admin` commands for setting a quota. */
export function quotaCli(
  scope: 'user' | 'bucket',
  uid: string | undefined,
  values: Readonly<Record<string, unknown>>,
): string {
  const { 'body.enabled': enabled, 'body.maxSizeKb': size, 'body.maxObjects': objects } = values;
  const about = [`--quota-scope=${scope}`, `--uid=${uid}`];
  const limits = [
    ...(typeof size === 'number' ? [`--max-size=${size < 0 ? size : `${size}K`}`] : []),
    ...(typeof objects === 'number' ? [`--max-objects=${objects}`] : []),
  ];
  const set = commandLine('radosgw-admin', 'quota', 'set', ...about, ...limits);
  if (enabled === undefined) return set;
  return `${set}; ${commandLine('radosgw-admin', 'quota', enabled === true ? 'enable' : 'disable', ...about)}`;
}
