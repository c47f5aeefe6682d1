import type { DiagnosticEvidence } from './evidence.ts';
import { failedSince, isRefused } from './failures.ts';
import type { LogLine } from './log.ts';

/**
 * The time in milliseconds for which an evicted client is named, although nobody waits for it any more; and for which the
 * failure of an OSD may be why a client did not answer: it may have been writing to that OSD, or be cut off with it.
 */
const RECENT_MS = 5 * 60_000;

/**
 * The time in milliseconds by which a client must have been silent before an OSD, so that this is not the reason: a client reports
 * to its metadata server only three times a minute.
 */
const BEFORE_MS = 60_000;

/** The time since when an evicted client had been silent, in milliseconds since the epoch; that of the line if it does not say. */
const silentSince = ({ at, text }: LogLine): number =>
  at - Number(/after ([\d.]+) seconds/.exec(text)?.[1] ?? 0) * 1000;

/**
 * The log lines of metadata servers about clients that did not answer and were evicted within the last five minutes, unless
 * an OSD had failed before, and was not silent only long after the client. One whose connections were refused is marked down
 * within seconds, so that no client waits for it.
 */
export const recentlyEvicted = ({ log, at }: DiagnosticEvidence): readonly LogLine[] =>
  log.evicted.filter(
    (line) =>
      at - line.at < RECENT_MS &&
      !log.failed.some(
        (failure) =>
          !isRefused(failure) &&
          failure.at <= line.at &&
          line.at - failure.at < RECENT_MS &&
          (failedSince(failure) ?? 0) <= silentSince(line) + BEFORE_MS,
      ),
  );
