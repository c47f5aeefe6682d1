import { visible } from '../../lib/text.ts';
import type { Description } from '../../store/action/action.ts';
import type { Shown } from '../../store/cockpit.ts';
import { type AnySetting, isChanged, isSecret, masked, valueText } from './value.ts';

/** All that is known of a setting: its documentation first, for that is what it is opened for. */
export function describeSetting(cockpit: Shown, setting: AnySetting, revealed = false): Description {
  const { look } = cockpit;
  const clean = (text: string) => visible(text, look.unicode);
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
    facts.flatMap(([label, text]) => (text === undefined ? [] : [[label, clean(text)] as const]));
  return {
    title: name,
    facts: known([
      ['value', valueText(value, unit)],
      ['default', usual === undefined ? undefined : valueText(usual, unit)],
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
      ...(description === '' ? [look.paint('dim', 'No documentation.')] : description.split('\n').map(clean)),
      ...(seeAlso.length === 0
        ? []
        : ['', look.paint('strong', 'see also'), ...seeAlso.map((other) => clean(`  ${other}`))]),
      ...(isSecret(setting) && !revealed
        ? ['', look.paint('dim', 'The value is a secret: v on the list shows it.')]
        : []),
    ],
  };
}
