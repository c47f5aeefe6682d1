import type { Section } from '../../engine.ts';
import { refuseMute } from '../../rules/healthMutes.ts';
import { enforce } from '../../rules/refused.ts';
import type { Sim } from '../handlers/section.ts';
import { deriveHealth } from './derive.ts';

export const healthHandlers = ({ model }: Sim) =>
  ({
    muteHealthCheck({ body: { code, seconds, sticky = false } }) {
      const check = deriveHealth(model).get(code);
      enforce(refuseMute(code, check !== undefined, sticky));
      model.mutes.set(code, {
        sticky,
        ...(seconds !== undefined && { until: model.timeOf(model.tick) + seconds * 1000 }),
        summary: check?.message ?? '',
        count: check?.count ?? 0,
      });
    },
    unmuteHealthCheck: ({ query: { code } }) => model.mutes.delete(code),
  }) satisfies Section;
