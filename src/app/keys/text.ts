import type { Binding, Layer } from '../../keys/binding.ts';
import { printed } from '../../keys/press.ts';
import { type EditedLine, editLine, oneLine } from '../../lib/lineEdit.ts';

/**
 * The keys of a line of text that is edited only at its end: printable keys and pastes append, the others erase. A paste of
 * several lines becomes one line. `eraseNothing` handles Backspace in an empty line.
 */
export function textKeys(
  line: string | EditedLine,
  write: (value: string) => void,
  eraseNothing: () => void = () => undefined,
): Required<Pick<Layer, 'text' | 'paste'>> & { readonly erasing: readonly Binding[] } {
  const now = typeof line === 'string' ? { text: line } : line;
  const edit = (kind: 'backspace' | 'erase' | 'erase-word') => () =>
    now.text === '' && kind === 'backspace' ? eraseNothing() : write(editLine(now, { kind }).text);
  const add = (text: string) => write(editLine(now, { kind: 'insert', text }).text);
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
