/** Words that a shell takes as they are. */
const PLAIN = /^[\w@%+=:,./-]+$/;

const quoted = (word: string) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** A command for a shell, to be copied: a word with a blank or anything else that a shell would read is quoted. */
export const commandLine = (...words: readonly unknown[]): string => words.map(String).map(quoted).join(' ');
