/** The maximum number of entries in each list of the evidence. */
export const MAX_ENTRIES = 32;

/** The maximum number of servers that are read at a time. */
export const MAX_SERVERS = 8;

/** The interval in milliseconds between two gatherings, and between two readings of a server. */
export const INTERVAL_MS = 4000;

/** The age in milliseconds after which what was gathered or read is outdated. */
export const OUTDATED_MS = 30_000;

/** The longest time in milliseconds that reading a server may take. */
export const SERVER_TIMEOUT_MS = 2000;
