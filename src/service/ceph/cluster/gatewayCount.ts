import type { GatewayCount } from '../../../api/contract/cluster.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Listens } from '../s3/gateway/listens.ts';
import { deadAddresses } from './deadAddresses.ts';
import {
  GATEWAY_KINDS,
  gatewaysIn,
  type CountedGatewayKind,
  type ReportedGateway,
  type StatusBody,
  type StatusDump,
} from './read.ts';

/** A gateway that Ceph has not reported for this long is no longer counted: it was removed or renamed. */
const FORGET_AFTER_MS = 24 * 3600_000;

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
