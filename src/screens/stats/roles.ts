import type { Role } from '../../lib/look.ts';

/** The roles of plots that stand for a state, the same as those of the states elsewhere. */
const STATES: Readonly<Record<string, Role>> = {
  'active+clean': 'ok',
  degraded: 'warn',
  undersized: 'strong',
  remapped: 'info',
  recovering: 'accent',
  inactive: 'error',
  scrubbing: 'dim',
};

/** The role of a plot that stands for a state; undefined for other plots. */
export const stateRole = (graph: string, plot: string): Role | undefined =>
  graph === 'pg-states' && Object.hasOwn(STATES, plot) ? STATES[plot] : undefined;
