import { Refusal } from '../../../engine.ts';
import type { Ceph } from '../../ceph.ts';
import type { StatusDump } from '../../cluster/read.ts';
import { gatewayUrls } from './urls.ts';

/** The addresses of the gateways, the one that answered last first. They are read from the cluster again when none can be reached. */
export function createDirectory(ceph: Ceph, fixed: string | undefined) {
  let known: readonly string[] = [];
  return {
    async urls(): Promise<readonly string[]> {
      if (fixed !== undefined) return [fixed];
      if (known.length === 0)
        known = gatewayUrls((await ceph.read<StatusDump>({ prefix: 'status' })).servicemap);
      if (known.length === 0)
        throw new Refusal(
          503,
          'the cluster knows of no S3 gateway: start a radosgw, or give the address of one',
        );
      return known;
    },
    answered(url: string): void {
      if (known[0] !== url) known = [url, ...known.filter((other) => other !== url)];
    },
    forget(): void {
      known = [];
    },
  };
}
