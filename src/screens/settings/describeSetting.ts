import { heading, type TextLine } from '../../lib/textLine.ts';
import type { Description } from '../../store/action/action.ts';
import { type AnySetting, isChanged, isSecret, masked, settingText } from './value.ts';

const dim = (text: string): TextLine => ({ text, role: 'dim' });

/** The description of a setting, with its documentation. */
export function describeSetting(setting: AnySetting, revealed = false): Description {
  const {
    name = '--',
    value,
    default: usual,
    unit,
    level,
    canUpdateAtRuntime,
    seeAlso = [],
    description = '',
  } = revealed ? setting : masked(setting);
  const known = (facts: readonly (readonly [string, string | undefined])[]) =>
    facts.flatMap(([label, text]) => (text === undefined ? [] : [[label, text] as const]));
  return {
    title: name,
    facts: known([
      ['value', settingText(value, unit)],
      ['default', usual === undefined ? undefined : settingText(usual, unit)],
      ['changed', isChanged(setting) ? 'yes' : 'no'],
      ['type', value?.type?.toLowerCase()],
      ['unit', unit?.toLowerCase()],
      ['level', level?.toLowerCase()],
      [
        'takes effect',
        canUpdateAtRuntime === undefined ? undefined : canUpdateAtRuntime ? 'at once' : 'after a restart',
      ],
    ]),
    text: [
      ...(description === '' ? [dim('No documentation.')] : description.split('\n')),
      ...(seeAlso.length === 0 ? [] : ['', heading('see also'), ...seeAlso.map((other) => `  ${other}`)]),
      ...(isSecret(setting) && !revealed ? ['', dim('The value is a secret: v on the list shows it.')] : []),
    ],
  };
}
