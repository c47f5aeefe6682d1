import type { Layer } from '../../keys/binding.ts';
import { unstyled } from '../../lib/sgr.ts';
import { textKeys } from './text.ts';

/**
 * The index of the next line that contains a text, ignoring case. The search starts after `from`, wraps around and checks
 * `from` last; undefined if no line matches.
 */
export function findLine(
  lines: readonly string[],
  search: string,
  { from, step }: { readonly from: number; readonly step: 1 | -1 },
): number | undefined {
  const wanted = search.toLowerCase();
  for (let tried = 1; tried <= lines.length; tried++) {
    const index = (from + step * tried + lines.length * 2) % lines.length;
    if (
      unstyled(lines[index] ?? '')
        .toLowerCase()
        .includes(wanted)
    )
      return index;
  }
  return undefined;
}

/** The keys while a search is typed in a full-screen text. */
export function searchLayer(
  search: string,
  {
    write,
    keep,
    cancel,
  }: Readonly<{ write: (search: string) => void; keep: () => void; cancel: () => void }>,
): Layer {
  const { erasing, ...typing } = textKeys(search, write);
  return {
    title: 'Search',
    modal: true,
    bindings: [
      {
        keys: ['enter'],
        label: 'keep',
        help: 'Keep the search; n finds the next match',
        footer: 0,
        run: keep,
      },
      { keys: ['esc'], label: 'cancel', help: 'Clear the search', footer: 1, run: cancel },
      ...erasing,
    ],
    ...typing,
  };
}
