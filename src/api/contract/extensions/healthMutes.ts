import { Type } from 'typebox';
import { body, operation } from '../../operation.ts';

const code = Type.String({
  pattern: '^[A-Z][A-Z0-9_]*$',
  maxLength: 100,
  description: 'code of the health check, such as OSD_DOWN',
});

/** Muting health checks. GET /cluster/status/detail lists the current mutes with their ends in `mutes`. */
export const healthMutes = {
  muteHealthCheck: operation({
    method: 'POST',
    path: '/extensions/health-mutes',
    summary: 'Mute a health check: it no longer counts for the health of the cluster',
    tier: 'reversible',
    body: body({
      code,
      seconds: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 31_536_000,
          description: 'how long; by default until the check clears or gets worse',
        }),
      ),
      sticky: Type.Optional(
        Type.Boolean({ description: 'keep it even if the check clears or its count increases' }),
      ),
    }),
  }),
  unmuteHealthCheck: operation({
    method: 'DELETE',
    path: '/extensions/health-mutes',
    summary: 'End the mute of a health check',
    tier: 'reversible',
    query: Type.Object({ code }),
  }),
} as const;
