import type { DiagnosticEvidence } from './evidence.ts';

/** The ping time between healthy servers, in milliseconds. */
const GOOD_PING_MS = 20;

/** The slow pings between OSDs. */
export const slowPings = ({ daemons }: DiagnosticEvidence) =>
  (daemons?.pings ?? []).flatMap(({ from, to, ms = 0 }) =>
    from === undefined || to === undefined || ms < GOOD_PING_MS ? [] : [{ from, to, ms }],
  );

/** The minimum share of TCP segments that a suspicious server has retransmitted. */
const RESENT_SHARE = 0.05;
/** The factor by which its share exceeds that of the next server. */
const RESENT_OUTLIER = 2;
/** The minimum number of sent segments for a meaningful share. */
const MIN_SENT = 200;

/**
 * The server that retransmits far more TCP segments than the others, with its share and that of the next one; undefined
 * if there is none.
 */
export function retransmittingServer({
  daemons,
}: DiagnosticEvidence):
  | { readonly server: string; readonly share: number; readonly next: number }
  | undefined {
  const [worst, next] = (daemons?.resent ?? [])
    .flatMap(({ server = '', sent = 0, again = 0 }) =>
      sent < MIN_SENT ? [] : [{ server, share: again / sent }],
    )
    .toSorted((a, b) => b.share - a.share);
  // A single server cannot be compared; the others may be just as bad.
  if (worst === undefined || next === undefined) return undefined;
  const isOutlier = worst.share >= RESENT_SHARE && worst.share > RESENT_OUTLIER * next.share;
  return isOutlier ? { ...worst, next: next.share } : undefined;
}
