import type { HealthDetail } from '../../../api/contract/cluster.ts';
import { Refusal, type Section } from '../../engine.ts';
import { refuseMute } from '../../rules/healthMutes.ts';
import { enforce } from '../../rules/refused.ts';
import type { Ceph } from '../client/ceph.ts';
import { MGR_SILENT } from '../cluster/managerWatch.ts';

export const healthHandlers = (ceph: Ceph) =>
  ({
    async muteHealthCheck({ body: { code, seconds, sticky = false } }) {
      if (code === MGR_SILENT)
        throw new Refusal(
          409,
          `${code} is raised by this service, and the cluster can mute only its own checks`,
        );
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
