import { startMds, startOsd } from '../hands/daemons.ts';
import type { Hand } from '../hands/hands.ts';
import { downNow, waitUntil } from './atRest.ts';
import { awaitCopies, awaitDaemons, DAEMONS_MS, REPORTS_MS, RETURN_MS } from './comeBack.ts';
import { endNoout, letUp } from './noout.ts';
import { bootOf, BY_HAND, whyOf, type Begun, type RestartParts, type Telling } from './restartParts.ts';

/** A server that was told to reboot and still answers as before after this long was not told, or does not do it. */
const GOING_MS = 120_000;

/** Waits until it is known whether a server has rebooted since that was begun. */
async function hasRebooted(
  { clock }: RestartParts,
  hand: Hand,
  { boot, ordered }: Begun,
  cancelled: AbortSignal,
): Promise<boolean> {
  const goesUntil = clock.elapsed() + (ordered ? GOING_MS : 0);
  let rebooted = false;
  await waitUntil(clock, RETURN_MS, cancelled, async () => {
    rebooted = (await bootOf(hand)).id !== boot;
    return rebooted || clock.elapsed() >= goesUntil ? undefined : 'it has not started anew';
  });
  return rebooted;
}

/** Starts the daemons of a server that were stopped for its reboot, and those that are about to end for it. @returns which, in words */
async function bringBack(
  { ceph, clock, ending }: RestartParts,
  hand: Hand,
  { before }: Begun,
): Promise<string> {
  const started = new Set<string>();
  // The end of one that was told to end before is heard of within this time.
  const settled = clock.elapsed() + REPORTS_MS;
  await waitUntil(clock, DAEMONS_MS, ending, async () => {
    const { osds, mdss } = await downNow(ceph, before);
    const starts = [
      ...mdss.map((name) => [`mds.${name}`, () => startMds(hand, name)] as const),
      ...osds.map((osd) => [`osd.${osd}`, () => startOsd(hand, osd)] as const),
    ];
    for (const [daemon, start] of starts) {
      started.add(daemon);
      // One that is starting refuses a second start; one that cannot is down at the end of the time, too.
      const failure = await start().then(
        () => undefined,
        (why: unknown) => why as Error,
      );
      if (failure) return failure.message;
    }
    if (starts.length > 0) return `${starts.map(([daemon]) => daemon).join(', ')} did not come up`;
    return clock.elapsed() < settled ? 'its daemons may still be ending' : undefined;
  });
  return started.size === 0 ? 'all of its daemons run' : `started again: ${[...started].join(', ')}`;
}

/** Waits for a server that was rebooting, or has it as it was before. @throws Error for one that has not rebooted */
async function settle(parts: RestartParts, begun: Begun, { say, cancelled }: Telling): Promise<void> {
  const { host } = begun;
  try {
    const hand = parts.hands.on(host);
    if (await hasRebooted(parts, hand, begun, cancelled)) {
      say(`${host}: up again`);
      return await awaitDaemons(parts, begun, cancelled);
    }
    if (begun.leased.length > 0) await letUp(parts.ceph, begun.leased);
    say(`${host}: it has not rebooted; ${await bringBack(parts, hand, begun)}`);
  } catch (failure) {
    throw new Error(`${whyOf(failure, cancelled)}; daemons of it may be stopped: ${BY_HAND}`, {
      cause: failure,
    });
  }
  throw new Error('the service ended before it rebooted');
}

/** Brings the reboot of a server to an end in the middle of which the service ended: nothing is told to reboot for it. */
export async function takeUp(parts: RestartParts, begun: Begun, telling: Telling): Promise<void> {
  const { leased } = begun;
  try {
    await settle(parts, begun, telling);
  } finally {
    if (leased.length > 0) telling.say(await endNoout(parts, leased));
  }
  await telling.mark(undefined).catch(() => undefined);
  await awaitCopies(parts, begun, telling);
}
