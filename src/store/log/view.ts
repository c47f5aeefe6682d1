/** The forms in which times of log lines are shown. */
export const LOG_TIMES = ['none', 'local', 'utc', 'relative'] as const;
export type LogTimes = (typeof LOG_TIMES)[number];

/** A filter in the list of the log's filters, active or not. */
export interface LogFilterText {
  readonly text: string;
  readonly on: boolean;
}

/** A look at the log tail. */
export interface LogView {
  /** Shows the newest line as it comes. */
  readonly follow: boolean;
  /** Number of the line under the cursor, and of the first one shown, while not following. */
  readonly cursor: number;
  readonly top: number;
  /** One past the newest line when following stopped: what came since is counted as new. */
  readonly seen: number;
  /** That of the lines when they had these numbers. */
  readonly epoch: number;
  readonly filter: string;
  /** Least severe syslog priority shown, 0 to 7. */
  readonly level: number;
  readonly services: readonly string[];
  readonly servers: readonly number[];
  /** Further filters; a line must pass all that are on. */
  readonly filters: readonly LogFilterText[];
  /** Only lines from this moment on, in seconds since the epoch. */
  readonly since: number | undefined;
  /** As the rest of the screen shows times, unless it is chosen. */
  readonly times: LogTimes | undefined;
  /** Shows the time from the marked line, or else from the line before. */
  readonly elapsed: boolean;
  readonly wrap: boolean;
  /** Repeats of a line stand below each other instead of being folded to one row. */
  readonly unfolded: boolean;
  /** The span of the histogram in seconds, while it is shown. */
  readonly histogram: number | undefined;
  /** Times of the marked lines, in seconds since the epoch, by what tells a line from all others. */
  readonly marks: ReadonlyMap<string, number>;
}

/** A log that nobody has looked at yet. */
export const freshLogs: LogView = {
  follow: true,
  cursor: 0,
  top: 0,
  filter: '',
  level: 6,
  services: [],
  servers: [],
  seen: 0,
  epoch: 0,
  filters: [],
  since: undefined,
  times: undefined,
  elapsed: false,
  wrap: false,
  unfolded: false,
  histogram: undefined,
  marks: new Map(),
};
