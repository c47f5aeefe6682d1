/** The default phrase that deletions require in `thisWillDeleteData`. */
export const DELETE_PHRASE = "I'm really sure that I want to delete this";

/** The default number of log lines kept in memory, some 40 MB when full. */
export const LOG_LINES = 1_000_000;
