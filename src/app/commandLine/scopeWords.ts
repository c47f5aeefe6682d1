import type { Named } from '../../api/contract/shapes.ts';
import type { Source, ValueLookup } from '../../screens/choices/source.ts';
import { SOURCES } from '../../screens/choices/sources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';

/** The sources of the words after a screen's name, by the word's name. */
const SOURCE_OF: Readonly<Record<string, Named>> = {
  pool: 'pool',
  image: 'image',
  bucket: 's3Bucket',
  user: 's3User',
  server: 'server',
  task: 'task',
};

/** The word of a screen's scope that is being typed. */
interface Typing {
  readonly source: Source;
  /** Looks up the words before it. */
  readonly lookup: ValueLookup;
  /** The text before it, with a space at the end if there is any. */
  readonly before: string;
}

function typingOf(needs: readonly string[], argument: string): Typing | undefined {
  const words = argument.split(/\s+/);
  const name = SOURCE_OF[needs[words.length - 1] ?? ''];
  if (name === undefined) return undefined;
  const before = words.slice(0, -1);
  return {
    source: SOURCES[name],
    lookup: (wanted) => before[needs.indexOf(wanted)] ?? '',
    before: before.map((word) => `${word} `).join(''),
  };
}

/** The arguments that continue the one typed so far, as far as they are known. */
export function scopeWords(
  cockpit: Known & Shown,
  needs: readonly string[],
  argument: string,
): readonly string[] {
  const typing = typingOf(needs, argument);
  if (typing === undefined) return [];
  const { source, lookup, before } = typing;
  return source.choices(cockpit, lookup).all.map(({ text }) => before + text);
}

/** Reads the words that `scopeWords` needs, if they are missing or old. */
export function readScopeWords(cockpit: Known & Shown, needs: readonly string[], argument: string): void {
  const typing = typingOf(needs, argument);
  typing?.source.load(cockpit, typing.lookup);
}
