import type { HealthDetail } from '../../../api/contract/cluster.ts';
import type { Section } from '../../engine.ts';
import { refuseMute } from '../../rules/healthMutes.ts';
import { enforce } from '../../rules/refused.ts';
import type { Ceph } from '../ceph.ts';

export const healthHandlers = (ceph: Ceph) =>
  ({
    async muteHealthCheck({ body: { code, seconds, sticky = false } }) {
      const { checks = {} } = await ceph.read<HealthDetail>({ prefix: 'health' }, { fresh: true });
      enforce(refuseMute(code, Object.hasOwn(checks as object, code), sticky));
      await ceph.write({
        prefix: 'health mute',
        code,
        ...(seconds !== undefined && { ttl: `${seconds}s` }),
        ...(sticky && { sticky }),
      });
    },
    unmuteHealthCheck: ({ query: { code } }) => ceph.write({ prefix: 'health unmute', code }),
  }) satisfies Section;
