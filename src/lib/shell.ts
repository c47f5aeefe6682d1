/** Words that every shell takes as they are; zsh looks for a program behind an equals sign at the beginning. */
const PLAIN = /^(?!=)[\w@%+=:,./-]+$/;

const quoted = (word: string) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** A command for a shell, to be copied: a word with a blank or anything else that a shell would read is quoted. */
export const commandLine = (...words: readonly unknown[]): string => words.map(String).map(quoted).join(' ');

/** One piece of a command as a shell reads it: blanks, or a part of a word in one kind of quoting. */
const PIECE =
  /(?<gap>[ \t\n]+)|(?<joint>\\\n)|'(?<single>[^']*)'|"(?<double>(?:\\[^]|[^"\\])*)"|\\(?<escaped>[^])|(?<bare>[^ \t\n'"\\]+)/y;

const forAShell = (sign: string) =>
  new RangeError(
    `${sign} asks a shell for something, and none is used: put it in single quotes if it is meant`,
  );

/** The text between double quotes, where a backslash is only for some. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\([^])|[$`]/g, (found: string, escaped?: string) => {
    if (escaped === undefined) throw forAShell(found);
    if (escaped === '\n') return '';
    return '"\\$`'.includes(escaped) ? escaped : found;
  });

function bareWord(text: string): string {
  const [sign] = /[|&;<>()$`]/.exec(text) ?? [];
  if (sign !== undefined) throw forAShell(sign);
  return text;
}

/**
 * The words of a command as a POSIX shell splits them, which quotes and backslashes keep together.
 * @throws RangeError for a quote that is left open, and for what only a shell could carry out
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
    const { gap, joint, single, double, escaped, bare } = PIECE.exec(command)?.groups ?? {};
    if (gap !== undefined) end();
    else if (joint !== undefined) continue;
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
