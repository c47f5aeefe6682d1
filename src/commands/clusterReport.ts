import { raisedChecks } from '../diagnosis/evidence/checks.ts';
import { pausesIn } from '../diagnosis/evidence/flags.ts';
import { healingState, healingText, lackingText } from '../diagnosis/healing/text.ts';
import { causeJson, impactText } from '../diagnosis/report.ts';
import { inLocale } from '../lib/decimal.ts';
import { bytes, clockTime, count, percent, rate } from '../lib/format.ts';
import { resources } from '../store/cache/resources.ts';
import { flagText, partText, spaceText, usageAgeText } from '../store/facts/clusterText.ts';
import type { ClusterRead } from './clusterRead.ts';

/** An entry of the report, as text and as JSON. */
interface ReportLine {
  /** Lines, each with its label; text from the service is not sanitized. */
  readonly lines: readonly string[];
  /** The JSON value; null if it is not known. */
  readonly value: object | null;
  /** The reason why it is not known, and the label of the line that says so. */
  readonly why?: string;
  readonly label?: string;
}

const unknown = (label: string, why: string): ReportLine => ({ lines: [], value: null, why, label });

/** Everything that serves no client; the line of the causes tells if that is not known. */
function blocked({ facts }: ClusterRead): ReportLine {
  const impact = facts.diagnosis()?.impact;
  const text = impact === undefined ? '' : impactText(impact);
  return { lines: text === '' ? [] : [`I/O blocked: ${text}`], value: impact ?? null };
}

/** The causes of what is wrong, and the first step against the first of them; `storedeck why` also shows the evidence. */
function why({ facts, missing }: ClusterRead): ReportLine {
  const diagnosis = facts.diagnosis();
  if (diagnosis === undefined)
    return unknown(
      'cause',
      missing(resources.status, resources.health, resources.recentLog) ?? 'too few answers',
    );
  const { causes } = diagnosis;
  return {
    lines: [
      ...causes.map(({ text, confidence }) => `cause: ${inLocale(text)} (${confidence})`),
      ...(causes[0]?.next ?? []).slice(0, 1).map((step) => `do: ${inLocale(step)}`),
    ],
    value: causes.map((cause) =>
      causeJson(cause, diagnosis, { healing: facts.healing(), scrubs: facts.scrubs() }),
    ),
  };
}

/** The part of the CRUSH tree that is down. What to examine there is a guess, which nobody needs beside a cause. */
function where({ facts, missing }: ClusterRead): ReportLine {
  const why = missing(resources.crush);
  if (why !== undefined) return unknown('where', why);
  const { text, next, kind, down } = facts.where();
  const guess = (facts.diagnosis()?.causes ?? []).length > 0 ? '' : next;
  return {
    lines: [`where: ${text}`, ...(guess === '' ? [] : [`next: ${guess}`])],
    value: { text, next: guess, kind, osdsDown: down },
  };
}

/** Recovery: the data that lacks copies, and what holds recovery back. A single reading cannot measure its pace. */
function heal({ facts, missing }: ClusterRead): ReportLine {
  const healing = facts.healing();
  const { state, total, missing: notOkay, heldBy } = healing;
  if (total === 0) return unknown('heal', 'the service reports no placement groups');
  const why = missing(resources.flags);
  const inWords = (shown: typeof healing) => healingState(shown, facts.now(), (ms) => clockTime(ms, true));
  const waits =
    state === 'waiting' || (state === 'measuring' && heldBy.length === 0 && healing.waitsFor.osds.length > 0);
  const parts = [
    state === 'measuring' ? 'pace not known from one sample' : waits ? '' : inWords(healing),
    notOkay === 0 ? '' : `${count(notOkay)} of ${count(total)} pgs not okay`,
    healingText(healing),
    ...(notOkay > 0 && why !== undefined ? [`flags not known: ${why}`] : []),
  ];
  return {
    lines: [
      parts.filter(Boolean).join(', '),
      waits ? inWords({ ...healing, state: 'waiting' }) : '',
      lackingText(healing),
    ]
      .filter(Boolean)
      .map((line) => `heal: ${line}`),
    value: {
      // Null: a single reading cannot tell.
      state: state === 'measuring' ? null : state,
      placementGroups: total,
      notOkay,
      needOsdsThatAreDown: healing.lacking,
      heldBy: why === undefined ? heldBy : null,
    },
  };
}

/** Flags that differ from their recommended state, and those of parts of the cluster. */
function flags({ facts, status, missing }: ClusterRead): ReportLine {
  const why = missing(resources.flags);
  if (why !== undefined) return unknown('flags', why);
  const all = facts.flags();
  const off = all.filter((flag) => flag.off);
  const pauses = pausesIn(raisedChecks({ status }));
  const set = [...all.filter(({ on }) => on).map(({ name }) => name), ...pauses];
  const parts = (facts.groupFlags() ?? []).map(({ part, flags: names }) => ({ part, flags: names }));
  const ofParts = parts.map((one) => `${one.flags.join(', ')} on for ${one.part}`);
  const isJudged = all.some(({ recommended }) => recommended !== undefined);
  const text =
    off.length + pauses.length + ofParts.length > 0
      ? [...off.map(flagText), ...pauses.map((name) => `${name} on`), ...ofParts].join(', ')
      : isJudged
        ? 'as recommended'
        : `${set.length > 0 ? `${set.join(', ')} on` : 'none on'}, none recommended`;
  return {
    lines: [`flags: ${text}`],
    value: {
      off: [...off.map(({ name, on }) => ({ name, on })), ...pauses.map((name) => ({ name, on: true }))],
      on: set,
      parts,
    },
  };
}

/** The used share of the cluster's capacity. */
function used({ facts, missing }: ClusterRead): ReportLine {
  const { usedBytes, totalBytes, osdsNotCounted, usageAge } = facts.cluster();
  if (usedBytes === undefined || !totalBytes)
    return unknown('used', missing(resources.crush) ?? 'the service does not report it');
  return {
    lines: [
      `used: ${percent(usedBytes / totalBytes)}, ${bytes(usedBytes)} of ${bytes(totalBytes)}${partText(osdsNotCounted)}${usageAgeText(usageAge)}`,
    ],
    value: {
      usedBytes,
      totalBytes,
      osdsNotCounted: osdsNotCounted ?? null,
      ...(usageAge !== undefined && { secondsAgo: usageAge }),
    },
  };
}

/** The I/O of clients and of recovery. */
function load({ facts }: ClusterRead): ReportLine {
  const { readBytes, writeBytes, readIops, writeIops, recoveryBytes, usageAge } = facts.cluster();
  if (readBytes === undefined && writeBytes === undefined)
    return unknown('i/o', 'the service does not report it');
  const lines = [
    `i/o: read ${rate(readBytes)} ${count(readIops)} op/s, write ${rate(writeBytes)} ${count(writeIops)} op/s${usageAgeText(usageAge)}`,
    ...(recoveryBytes ? [`recovering: ${rate(recoveryBytes)}`] : []),
  ];
  const known = (value: number | undefined) => value ?? null;
  return {
    lines,
    value: {
      readBytesPerSecond: known(readBytes),
      writeBytesPerSecond: known(writeBytes),
      readOpsPerSecond: known(readIops),
      writeOpsPerSecond: known(writeIops),
      recoveryBytesPerSecond: known(recoveryBytes),
      ...(usageAge !== undefined && { secondsAgo: usageAge }),
    },
  };
}

/** The free space for recovering lost copies. */
function space({ facts, missing }: ClusterRead): ReportLine {
  const now = facts.freeSpace();
  const { fullest, afterLoss } = now;
  const text = spaceText(now, (name) => name);
  if (text === '') return unknown('space', missing(resources.crush) ?? 'no OSD reports its size and use');
  return {
    lines: [`space: ${text}`],
    value: {
      fullest: fullest ? { osd: fullest.id, share: fullest.share } : null,
      // Null share: the data of this host could not be recovered.
      ifLost: afterLoss ? { host: afterLoss.host, share: afterLoss.share ?? null } : null,
      cannotBeWhole: facts.healing().shortages.flatMap(({ pools }) => pools),
    },
  };
}

const LINES = { blocked, why, where, heal, flags, used, io: load, space };

/** The deck's lines on the whole cluster, in the same order; each reason why parts are not known stands once. Names are not sanitized. */
export function clusterReport(read: ClusterRead): string[] {
  const parts = Object.values(LINES).map((line) => line(read));
  const byReason = Map.groupBy(parts, ({ why }) => why);
  return parts.flatMap((part) => {
    if (part.why === undefined) return part.lines;
    const [first, ...others] = byReason.get(part.why) ?? [];
    if (first !== part) return [];
    return [`${[first, ...others].map(({ label }) => label).join(', ')}: not known: ${part.why}`];
  });
}

/** The report as JSON: values by name, null if not known; `notKnown` holds the reasons. */
export function clusterValues(read: ClusterRead): object {
  const lines = Object.entries(LINES).map(([name, line]) => ({ name, ...line(read) }));
  return {
    ...Object.fromEntries(lines.map(({ name, value }) => [name, value])),
    notKnown: Object.fromEntries(lines.flatMap(({ name, why }) => (why === undefined ? [] : [[name, why]]))),
  };
}
