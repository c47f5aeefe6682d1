/** The settings of a context that says nothing else, and of a cluster that the configuration does not know. */
export const CONTEXT_DEFAULTS = {
  /** The phrase that the service requires in `thisWillDeleteData` of a deletion. */
  deletePhrase: "I'm really sure that I want to delete this",
  production: false,
  readOnly: false,
  iscsiServices: [],
  nfsServices: [],
} as const;

/** The default number of log lines kept in memory, some 40 MB when full. */
export const LOG_LINES = 1_000_000;
