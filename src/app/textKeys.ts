import type { Binding, Layer } from '../keys/binding.ts';
import { printed } from '../keys/press.ts';

/** The last word of a line and the blanks after it go, as Ctrl-W does everywhere. */
const withoutWord = (text: string): string => text.replace(/\S*\s*$/, '');

/** The keys that erase more of a text than its last character. */
export const lineErasing = (value: string, write: (value: string) => void): readonly Binding[] => [
  { keys: ['ctrl-u'], label: 'erase all', help: 'Erase all', run: () => write('') },
  { keys: ['ctrl-w'], label: 'erase word', help: 'Erase a word', run: () => write(withoutWord(value)) },
];

/** The keys of a text that is typed into a layer: what prints is added to it, the others erase. */
export function textKeys(
  value: string,
  write: (value: string) => void,
  eraseNothing: () => void = () => undefined,
): Required<Pick<Layer, 'text'>> & { readonly erasing: readonly Binding[] } {
  const erase = () => (value === '' ? eraseNothing() : write(Array.from(value).slice(0, -1).join('')));
  return {
    erasing: [
      { keys: ['backspace', 'delete'], label: 'erase', help: 'Erase a character', run: erase },
      ...lineErasing(value, write),
    ],
    text: (press) => {
      const text = printed(press);
      if (text !== undefined) write(value + text);
    },
  };
}
