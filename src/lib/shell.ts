/**
 * Words that need no quoting in any shell. A leading equals sign does: zsh replaces `=program` by the program's path.
 */
const PLAIN = /^(?!=)[\w@%+=:,./-]+$/;

const quoted = (word: string) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** A command line to be copied into a shell; words with blanks or special characters are quoted. */
export const commandLine = (...words: readonly unknown[]): string => words.map(String).map(quoted).join(' ');

/**
 * One token of a command as a shell reads it: blanks, a line continuation, or a part of a word with one kind of
 * quoting.
 */
const PIECE =
  /(?<gap>[ \t\n]+)|(?<continuation>\\\n)|'(?<single>[^']*)'|"(?<double>(?:\\[^]|[^"\\])*)"|\\(?<escaped>[^])|(?<bare>[^ \t\n'"\\]+)/y;

const shellSyntaxError = (sign: string) =>
  new RangeError(`${sign} needs a shell, and none is used; quote it ('${sign}') to pass it literally`);

/** Resolves escapes inside double quotes, where a backslash escapes only some characters. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\([^])|[$`]/g, (found: string, escaped?: string) => {
    if (escaped === undefined) throw shellSyntaxError(found);
    if (escaped === '\n') return '';
    return '"\\$`'.includes(escaped) ? escaped : found;
  });

function bareWord(text: string): string {
  const [sign] = /[|&;<>()$`]/.exec(text) ?? [];
  if (sign !== undefined) throw shellSyntaxError(sign);
  return text;
}

/**
 * Splits a command into words as a POSIX shell does, with its rules for quotes and backslashes.
 * @throws RangeError for an unclosed quote, and for syntax that needs a shell, such as pipes and variables
 */
export function splitWords(command: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  const end = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  for (let at = 0; at < command.length; at = PIECE.lastIndex) {
    PIECE.lastIndex = at;
    const { gap, continuation, single, double, escaped, bare } = PIECE.exec(command)?.groups ?? {};
    if (gap !== undefined) end();
    else if (continuation !== undefined) continue;
    else if (bare !== undefined) word = (word ?? '') + bareWord(bare);
    else if (double !== undefined) word = (word ?? '') + unescaped(double);
    else if (single !== undefined || escaped !== undefined) word = (word ?? '') + (single ?? escaped ?? '');
    else
      throw new RangeError(
        command[at] === '\\'
          ? 'nothing follows its last backslash'
          : `its quote ${command[at]} is not closed`,
      );
  }
  end();
  return words;
}
