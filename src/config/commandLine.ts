import type { ThemeChoice } from '../lib/themes.ts';
import type { TargetOptions } from './context.ts';

/** The cluster to work on, as the command line names it. */
export interface ClusterChoice {
  readonly target: TargetOptions;
  /** The configuration file that was named. */
  readonly configFile?: string;
}

/** Properties of the simulated cluster that the command line sets. */
export interface SimulationOptions {
  /** The number of OSDs. */
  readonly scale?: number;
  /** Seed of its random numbers. */
  readonly seed?: number;
}

/** Properties of the screen that the command line sets, which beat the configuration and the environment. */
export interface ScreenOptions {
  readonly characters?: 'ascii' | 'unicode';
  readonly colour?: false;
  readonly theme?: ThemeChoice;
  readonly utc?: true;
  readonly bell?: true;
  readonly mouse?: true;
  /** Shows the terminal's cursor. */
  readonly cursor?: true;
  /** True and false say that the link is slow or fast; without it the link is measured. */
  readonly slow?: boolean;
}

/** Everything that the command line says about a console. */
export interface ConsoleOptions extends ClusterChoice {
  readonly simulation: SimulationOptions;
  readonly screen: ScreenOptions;
}
