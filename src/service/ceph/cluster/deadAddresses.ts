import type { Clock } from '../../../lib/clock.ts';
import { createBackgroundRead } from '../client/backgroundRead.ts';
import type { Listens } from '../s3/gateway/listens.ts';

/** The shortest interval between two probes of the addresses; a result is used for twice as long. */
const PROBE_INTERVAL_MS = 4000;

/**
 * Makes the function that finds those of some URLs that were reachable before and at which nothing listens any more. Ceph still
 * reports a killed daemon for a while. An address that was never reachable from this service proves nothing.
 */
export function deadAddresses(clock: Clock, listens: Listens) {
  const reached = new Set<string>();
  const part = createBackgroundRead<ReadonlySet<string>>(clock, {
    restFactor: 1,
    minRestMs: PROBE_INTERVAL_MS,
  });
  const tryAll = async (urls: readonly string[]): Promise<ReadonlySet<string>> => {
    const dead = new Set<string>();
    const tryOne = async (url: string) => {
      const answer = await listens(url).catch(() => undefined);
      if (answer === true) reached.add(url);
      if (answer === false && reached.has(url)) dead.add(url);
    };
    await Promise.all(urls.map(tryOne));
    return dead;
  };
  return async (urls: readonly string[]): Promise<ReadonlySet<string>> => {
    const tried = await part(() => tryAll(urls));
    return tried && clock.elapsed() - tried.at < 2 * PROBE_INTERVAL_MS ? tried.value : new Set();
  };
}
