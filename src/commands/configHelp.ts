import type { ConfigFields } from '../config/fields.ts';
import {
  actionFields,
  contextFields,
  logFields,
  screenFields,
  serviceFields,
  topFields,
  viaFields,
} from '../config/schema.ts';

/** The keys of a table, each behind what it is for. */
function keyLines(fields: ConfigFields): string[] {
  return Object.entries(fields).flatMap(([key, { example, help }]) => [`# ${help}`, `${key} = ${example}`]);
}

const { 'current-context': currentContext } = topFields;

const mannerFields = Object.fromEntries(
  Object.entries(contextFields).filter(([key]) => !(key in serviceFields) && !(key in viaFields)),
);

/** The configuration file with every key that it may have, as an example. */
export function configHelp(): string {
  const lines = [
    '# ~/.config/storedeck/config.toml, or the file named by --config or STOREDECK_CONFIG',
    ...keyLines({ 'current-context': currentContext }),
    '',
    '# one section for each management service; of the three sources of a token, one',
    `[contexts.${JSON.parse(currentContext.example) as string}]`,
    ...keyLines(serviceFields),
    ...keyLines(mannerFields),
    '',
    '# or, with nothing installed there, for each Ceph cluster that a command leads to',
    '[contexts.lab]',
    ...keyLines(viaFields),
    '',
    '[screen]',
    ...keyLines(screenFields),
    '',
    '# other keys for what the console does; the help of each screen (?) names both',
    '[keys]',
    'next-error = "ctrl-e"',
    '',
    '# words of your own for commands of the : line',
    '[aliases]',
    'down = "osd status:down"',
    '',
    '# programs of your own: confirmed like any action, never run through a shell',
    '[[actions]]',
    ...keyLines(actionFields),
    '',
    '[logs]',
    ...keyLines(logFields),
  ];
  return `${lines.join('\n')}\n`;
}
