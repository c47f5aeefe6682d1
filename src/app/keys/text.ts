import type { Binding, Layer } from '../../keys/binding.ts';
import { printed } from '../../keys/press.ts';
import { editLine, oneLine } from '../../lib/lineEdit.ts';

/**
 * The keys of a text that is typed into a layer, always at its end: what prints or is pasted is added to it, the others
 * erase. A paste of several lines becomes one.
 */
export function textKeys(
  value: string,
  write: (value: string) => void,
  eraseNothing: () => void = () => undefined,
): Required<Pick<Layer, 'text' | 'paste'>> & { readonly erasing: readonly Binding[] } {
  const edit = (kind: 'backspace' | 'erase' | 'erase-word') => () =>
    value === '' && kind === 'backspace' ? eraseNothing() : write(editLine({ text: value }, { kind }).text);
  const add = (text: string) => write(editLine({ text: value }, { kind: 'insert', text }).text);
  return {
    erasing: [
      {
        keys: ['backspace', 'delete'],
        label: 'erase',
        help: 'Erase a character',
        run: edit('backspace'),
      },
      { keys: ['ctrl-u'], label: 'erase all', help: 'Erase all', run: edit('erase') },
      { keys: ['ctrl-w'], label: 'erase word', help: 'Erase a word', run: edit('erase-word') },
    ],
    text: (press) => {
      const text = printed(press);
      if (text !== undefined) add(text);
    },
    paste: (text) => add(oneLine(text)),
  };
}
