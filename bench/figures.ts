/** A size of the terminal. */
export interface Size {
  readonly cols: number;
  readonly rows: number;
}

export const sizeName = ({ cols, rows }: Size): string => `${cols}x${rows}`;

/** The number of objects of each kind: a pool for 20 OSDs, and the images all in one more. */
export interface Crowd {
  readonly osds: number;
  readonly images: number;
  readonly checks: number;
}

/** The largest cluster that the console is made for. */
export const CROWD: Crowd = { osds: 20_000, images: 100_000, checks: 500 };

/** Medians over several starts, milliseconds from the start of the process. */
export interface StartFigures {
  readonly firstByteMs: number;
  /** Until data is on the screen. */
  readonly firstDataMs: number;
}

/** The program on its first screen, untouched. */
export interface IdleFigures {
  readonly idleBytesPerSecond: number;
  readonly idleCpuPercent: number;
  /** Memory (PSS), megabytes. */
  readonly memoryMb: number;
  /** The part of it that no other process shares, megabytes. */
  readonly ownMemoryMb: number;
}

/** The Down key in a list. */
export interface KeyFigures {
  /** Median bytes of a key that moves the selection within the screen. */
  readonly moveBytes: number;
  /** Mean bytes of a key once the lower edge is reached, where lists scroll at once or jump now and then. */
  readonly edgeBytes: number;
  /** From the key to the last byte of its frame, median and 95th percentile of both kinds. */
  readonly keyMs: number;
  readonly keyP95Ms: number;
}

export type ProgramFigures = StartFigures & IdleFigures & KeyFigures;

/** Figures of the console beside those of every program. */
export interface ConsoleFigures extends ProgramFigures {
  /** From a character of a filter to the end of its frame, the slowest of several, milliseconds. */
  readonly filterMs: number;
  /** First byte of a Node program that only writes one, started in turn with the console, milliseconds. */
  readonly emptyFirstByteMs: number;
}

/** Figures that are measured once, each in its own setting. */
export interface SpecialFigures {
  /** From the release of a key held for 2 s to the last byte, on a link of 64 kbit/s and 300 ms, milliseconds. */
  readonly thinLinkSettleMs: number;
  readonly floodCpuPercent: number;
  readonly floodBytesPerSecond: number;
  /** The slowest key while 50,000 log lines come a second, milliseconds. */
  readonly rushSlowestKeyMs: number;
  /** Memory (PSS) with a million log lines of a cluster of 10,000 OSDs, megabytes. */
  readonly heldLogMb: number;
  /** From the key that opens the disk table of 20,000 OSDs to its rows, milliseconds. */
  readonly hugeTableMs: number;
  /** The slowest key while that table is open and refreshed, milliseconds. */
  readonly hugeSlowestKeyMs: number;
  /** The slowest key in the seconds in which the first answers of that cluster come, milliseconds. */
  readonly crowdFirstKeyMs: number;
  /** The slowest key on a walk through the lists of a cluster with much of everything (see crowded.ts), milliseconds. */
  readonly crowdSlowestKeyMs: number;
}

/** A service that consoles poll. */
export interface LoadFigures {
  readonly readsPerSecond: number;
  /** From a request to the last byte of its answer. */
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Of the service's own process, in percent of a core. */
  readonly cpuPercent: number;
  readonly memoryMb: number;
  /** Commands that the whole service sent to the monitors of a real cluster. */
  readonly commandsPerSecond?: number;
  /** The number of different ones among them. */
  readonly differentCommands?: number;
}

/** A number of consoles over a cluster. */
export interface LoadRun {
  readonly showing: string;
  readonly consoles: number;
  readonly figures: LoadFigures;
}

/** The cost of one client's body to another client. */
export interface HostileFigures {
  /** The kind of content that the body has most of. */
  readonly content: string;
  readonly bytes: number;
  /** Of the answer; undefined where the connection was closed instead. */
  readonly status: number | undefined;
  /** From the first byte sent to the answer. */
  readonly answeredMs: number;
  /** The longest that the other client waited for an answer meanwhile. */
  readonly longestWaitMs: number;
}
