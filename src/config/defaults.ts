/** The phrase that a deletion needs in `thisWillDeleteData` unless the context says otherwise. */
export const DELETE_PHRASE = "I'm really sure that I want to delete this";

/** Log lines that the console keeps when the file does not say: some 40 MB once they are there. */
export const LOG_LINES = 1_000_000;
