/** The formats for the times of log lines. */
export const LOG_TIMES = ['none', 'local', 'utc', 'relative'] as const;
export type LogTimes = (typeof LOG_TIMES)[number];

/** A filter in the list of the log's filters, active or not. */
export interface LogFilterText {
  readonly text: string;
  readonly on: boolean;
}

/** The view state of the log. */
export interface LogView {
  /** Follows the newest line. */
  readonly follow: boolean;
  /** The number of the line under the cursor, while not following. */
  readonly cursor: number;
  /** The number of the first visible line, while not following. */
  readonly top: number;
  /** One past the number of the newest line when following stopped; later lines count as new. */
  readonly seen: number;
  /** The epoch of these line numbers. */
  readonly epoch: number;
  readonly filter: string;
  /** The least severe syslog priority that is shown, 0 to 7. */
  readonly level: number;
  readonly services: readonly string[];
  readonly servers: readonly number[];
  /** Further filters; a line must match all that are on. */
  readonly filters: readonly LogFilterText[];
  /** The earliest time that is shown, in seconds since the epoch. */
  readonly since: number | undefined;
  /** The chosen format of times; undefined for that of the rest of the screen. */
  readonly times: LogTimes | undefined;
  /** Shows the time elapsed since the marked line, or else since the previous line. */
  readonly elapsed: boolean;
  readonly wrap: boolean;
  /** Shows repeats of a line as separate rows instead of folding them into one. */
  readonly unfolded: boolean;
  /** The span of the histogram in seconds, while it is shown. */
  readonly histogram: number | undefined;
  /** The times of the marked lines, in seconds since the epoch, by line key. */
  readonly marks: ReadonlyMap<string, number>;
}

/** The initial view state of the log. */
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
