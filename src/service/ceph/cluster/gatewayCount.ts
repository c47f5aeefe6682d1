import type { GatewayCount } from '../../../api/contract/cluster.ts';
import type { Clock } from '../../../lib/clock.ts';
import { createBackgroundRead } from '../backgroundRead.ts';
import type { Listens } from '../s3/gateway/listens.ts';
import {
  GATEWAY_KINDS,
  gatewaysIn,
  type CountedGatewayKind,
  type ReportedGateway,
  type StatusBody,
  type StatusDump,
} from './read.ts';

/** The shortest interval between two probes of the S3 gateways' addresses; a result is used for twice as long. */
const PROBE_INTERVAL_MS = 4000;
/** A gateway that Ceph has not reported for this long is no longer counted: it was removed or renamed. */
const FORGET_AFTER_MS = 24 * 3600_000;

/**
 * Finds the addresses that were reachable before and at which nothing listens any more. Ceph still reports a killed
 * gateway for a minute. An address that was never reachable from this service proves nothing.
 */
function deadAddresses(clock: Clock, listens: Listens) {
  const reached = new Set<string>();
  const part = createBackgroundRead<ReadonlySet<string>>(clock, {
    restFactor: 1,
    minRestMs: PROBE_INTERVAL_MS,
  });
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
    return tried && clock.elapsed() - tried.at < 2 * PROBE_INTERVAL_MS ? tried.value : new Set();
  };
}

/** Counts gateways. Ceph does not report stopped ones, so the total covers all that were seen in the last day. */
export function gatewayCounter(clock: Clock, listens: Listens) {
  const seen = new Map(
    GATEWAY_KINDS.map((kind) => [
      kind,
      new Map<string, { readonly at: number; readonly last: ReportedGateway }>(),
    ]),
  );
  const findDead = deadAddresses(clock, listens);
  return async ({ servicemap }: StatusDump): Promise<Pick<StatusBody, CountedGatewayKind>> => {
    const s3 = gatewaysIn(servicemap, 'radosgws').values();
    const dead = await findDead([...s3].flatMap(({ urls }) => urls));
    const counts: Partial<Record<CountedGatewayKind, GatewayCount>> = {};
    for (const [kind, all] of seen) {
      const reported = gatewaysIn(servicemap, kind);
      const now = clock.elapsed();
      for (const [key, last] of reported) all.set(key, { at: now, last });
      for (const [key, { at }] of all) if (now - at >= FORGET_AFTER_MS) all.delete(key);
      const runs = (key: string) => {
        const { urls } = reported.get(key) ?? {};
        return urls !== undefined && !(urls.length > 0 && urls.every((url) => dead.has(url)));
      };
      const missing = [...all]
        .filter(([key]) => !runs(key))
        .map(([, { last }]) => ({ name: last.name, server: last.server }));
      counts[kind] = {
        online: all.size - missing.length,
        total: all.size,
        ...(missing.length > 0 && { missing }),
      };
    }
    return counts;
  };
}
