import type { Section } from '../../engine.ts';
import type { Sim } from '../handlers/section.ts';

export const progressHandlers = ({ model }: Sim) =>
  ({
    getClusterProgress: () => ({
      lastUpdated: Math.max(0, model.timeOf(model.tick) / 1000 - model.recoveryEvent.at),
      work: model.recoveryEvent.work(),
    }),
  }) satisfies Section;
