import type { ServiceCount } from '../../../api/contract/cluster.ts';
import type { Clock } from '../../../lib/clock.ts';
import { createPart } from '../part.ts';
import type { Listens } from '../s3/gateway/listens.ts';
import {
  GATEWAY_KINDS,
  gatewaysIn,
  type CountedGatewayKind,
  type StatusBody,
  type StatusDump,
} from './read.ts';

/** The addresses of S3 gateways are tried this often at most; what was found counts for twice as long. In milliseconds. */
const APART_MS = 4000;
/** One that Ceph has not named for so long is missed by nobody: it was taken away, or has another name by now. */
const MISSED_FOR_MS = 24 * 3600_000;

/**
 * Finds the addresses at which a gateway was reached before and nothing listens any more. Ceph names a gateway that
 * was killed for a minute longer. An address that was never reached from here says nothing.
 */
function deadAddresses(clock: Clock, listens: Listens) {
  const reached = new Set<string>();
  const part = createPart<ReadonlySet<string>>(clock, 1, APART_MS);
  const tryAll = async (urls: readonly string[]): Promise<ReadonlySet<string>> => {
    const dead = new Set<string>();
    const tryOne = async (url: string) => {
      const answer = await listens(url);
      if (answer === true) reached.add(url);
      if (answer === false && reached.has(url)) dead.add(url);
    };
    await Promise.all(urls.map(tryOne));
    return dead;
  };
  return async (urls: readonly string[]): Promise<ReadonlySet<string>> => {
    const tried = await part(() => tryAll(urls));
    return tried && clock.elapsed() - tried.at < 2 * APART_MS ? tried.value : new Set();
  };
}

/** Counts gateways. Ceph forgets those that stop, so the total is of all that were seen in the last day. */
export function gatewayCounter(clock: Clock, listens: Listens) {
  const seen = new Map(GATEWAY_KINDS.map((kind) => [kind, new Map<string, number>()]));
  const findDead = deadAddresses(clock, listens);
  return async ({ servicemap }: StatusDump): Promise<Pick<StatusBody, CountedGatewayKind>> => {
    const dead = await findDead([...gatewaysIn(servicemap, 'radosgws').values()].flat());
    const counts: Partial<Record<CountedGatewayKind, ServiceCount>> = {};
    for (const [kind, all] of seen) {
      const told = gatewaysIn(servicemap, kind);
      const now = clock.elapsed();
      for (const name of told.keys()) all.set(name, now);
      for (const [name, at] of all) if (now - at >= MISSED_FOR_MS) all.delete(name);
      const isDead = (urls: readonly string[]) => urls.length > 0 && urls.every((url) => dead.has(url));
      counts[kind] = { online: [...told.values()].filter((urls) => !isDead(urls)).length, total: all.size };
    }
    return counts;
  };
}
