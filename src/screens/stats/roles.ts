import type { Role } from '../../lib/look.ts';

/** Plots of states are drawn in the colours that these have elsewhere: what is well in that of what is well. */
const STATES: Readonly<Record<string, Role>> = {
  'active+clean': 'ok',
  degraded: 'warn',
  undersized: 'strong',
  remapped: 'info',
  recovering: 'accent',
  inactive: 'error',
  scrubbing: 'dim',
};

/** The role of a plot that stands for a state; undefined of any other. */
export const stateRole = (graph: string, plot: string): Role | undefined =>
  graph === 'pg-states' && Object.hasOwn(STATES, plot) ? STATES[plot] : undefined;
