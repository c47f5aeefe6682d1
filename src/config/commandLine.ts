import type { ThemeChoice } from '../lib/themes.ts';
import type { TargetOptions } from './context.ts';

/** The cluster chosen on the command line. */
export interface ClusterChoice {
  readonly target: TargetOptions;
  /** The configuration file given on the command line. */
  readonly configFile?: string;
}

/** Options of the simulated cluster. */
export interface SimulationOptions {
  /** The number of OSDs. */
  readonly scale?: number;
  /** Seed of its random numbers. */
  readonly seed?: number;
}

/** Screen options given on the command line; they override the environment and the configuration. */
export interface ScreenOptions {
  readonly characters?: 'ascii' | 'unicode';
  readonly colour?: false;
  readonly theme?: ThemeChoice;
  readonly utc?: true;
  readonly bell?: true;
  readonly mouse?: true;
  /** Shows the terminal's cursor. */
  readonly cursor?: true;
  /** True for a slow link, false for a fast one; undefined leaves it to the environment, the file or the measurement. */
  readonly slow?: boolean;
}

/** All command-line options of the console. */
export interface ConsoleOptions extends ClusterChoice {
  readonly simulation: SimulationOptions;
  readonly screen: ScreenOptions;
}
