/** A size of the terminal. */
export interface Size {
  readonly cols: number;
  readonly rows: number;
}

export const sizeName = ({ cols, rows }: Size): string => `${cols}x${rows}`;

/** The number of objects of a crowded cluster. It has a pool per 20 OSDs, and one more with all images. */
export interface Crowd {
  readonly osds: number;
  readonly images: number;
  readonly checks: number;
}

/** The largest cluster that the console is made for. */
export const CROWD: Crowd = { osds: 20_000, images: 100_000, checks: 500 };

/** Medians of several starts, in milliseconds from the start of the process. */
export interface StartFigures {
  readonly firstByteMs: number;
  /** The time until data is on the screen. */
  readonly firstDataMs: number;
}

/** The program on its first screen, without input. */
export interface IdleFigures {
  readonly idleBytesPerSecond: number;
  readonly idleCpuPercent: number;
  /** Memory (PSS) in megabytes. */
  readonly memoryMb: number;
  /** The part of it that is not shared with other processes, in megabytes. */
  readonly ownMemoryMb: number;
}

/** The cost of the Down key in a list. */
export interface KeyFigures {
  /** The median bytes of a key that moves the selection within the screen. */
  readonly moveBytes: number;
  /** The mean bytes of a key at the lower edge, where some lists scroll with each key and others jump now and then. */
  readonly edgeBytes: number;
  /** The time from the key to the last byte of its frame, for keys of both kinds: median and 95th percentile. */
  readonly keyMs: number;
  readonly keyP95Ms: number;
}

export type ProgramFigures = StartFigures & IdleFigures & KeyFigures;

/** The figures of the console: those of every program, and some more. */
export interface ConsoleFigures extends ProgramFigures {
  /** The time from a character of a filter to the end of its frame, the slowest of several, in milliseconds. */
  readonly filterMs: number;
  /** The time to the first byte of a Node program that only writes one, started in turn with the console, in milliseconds. */
  readonly emptyFirstByteMs: number;
}

/** Figures that are measured only once, each in its own setting. */
export interface SpecialFigures {
  /** The time from releasing a key held for 2 s to the last byte, on a link of 64 kbit/s and 300 ms, in milliseconds. */
  readonly thinLinkSettleMs: number;
  readonly floodCpuPercent: number;
  readonly floodBytesPerSecond: number;
  /** The slowest key while 50,000 log lines arrive per second, in milliseconds. */
  readonly rushSlowestKeyMs: number;
  /** Memory (PSS) with a million log lines of a cluster of 10,000 OSDs, in megabytes. */
  readonly heldLogMb: number;
  /** The time from the key that opens the disk table of 20,000 OSDs to its rows, in milliseconds. */
  readonly hugeTableMs: number;
  /** The slowest key while that table is open and refreshed, in milliseconds. */
  readonly hugeSlowestKeyMs: number;
  /** The slowest key while the first answers of the crowded cluster arrive, in milliseconds. */
  readonly crowdFirstKeyMs: number;
  /** The slowest key on a walk through the lists of the crowded cluster (see crowded.ts), in milliseconds. */
  readonly crowdSlowestKeyMs: number;
}

/** The figures of a service that consoles poll. */
export interface LoadFigures {
  readonly readsPerSecond: number;
  /** The time from a request to the last byte of its answer. */
  readonly medianMs: number;
  readonly p99Ms: number;
  /** The CPU use of the service process, in percent of a core. */
  readonly cpuPercent: number;
  readonly memoryMb: number;
  /** The commands per second that the service sent to the monitors of a real cluster. */
  readonly commandsPerSecond?: number;
  /** The number of different commands among them. */
  readonly differentCommands?: number;
}

/** A run with a number of consoles on a cluster. */
export interface LoadRun {
  readonly showing: string;
  readonly consoles: number;
  readonly figures: LoadFigures;
}

/** The effect of one client's large request body on another client. */
export interface HostileFigures {
  /** The kind of content that fills the body. */
  readonly content: string;
  readonly bytes: number;
  /** The status of the answer; undefined if the connection was closed instead. */
  readonly status: number | undefined;
  /** The time from the first byte sent to the answer. */
  readonly answeredMs: number;
  /** The longest wait of the other client for an answer meanwhile. */
  readonly longestWaitMs: number;
}
