import type { Binding } from '../../keys/binding.ts';
import { bindingName } from '../../keys/keymap.ts';
import { keyLabel } from '../../keys/names.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import { commands } from '../commandLine/commands.ts';
import { allPlaces, type KeyPlace } from './check.ts';

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

/** A key that more lists than this share is documented once, under "Lists". */
const FEW = 8;

const sameKey = ({ keys, help }: Binding): string => `${keys.join(' ')} ${help}`;

/** The keys shared by more than `FEW` lists. */
function common(places: readonly KeyPlace[]): readonly Binding[] {
  const all = places.flatMap(({ layers }) => layers[0]?.bindings ?? []);
  const counts = new Map<string, number>();
  for (const binding of all) counts.set(sameKey(binding), (counts.get(sameKey(binding)) ?? 0) + 1);
  const firsts = new Map(all.map((binding) => [sameKey(binding), binding]));
  return [...firsts].flatMap(([key, binding]) => ((counts.get(key) ?? 0) > FEW ? [binding] : []));
}

function table(bindings: readonly Binding[]): string {
  const rows = bindings.map((binding) => {
    const keys = binding.keys.map((key) => `\`${keyLabel(key, false)}\``).join(' ');
    return `| ${cell(keys)} | ${bindingName(binding)} | ${cell(binding.help)} |`;
  });
  return ['| keys | name | does |', '|---|---|---|', ...rows].join('\n');
}

/** Titles of the layers below every pane or every screen. */
const SHARED = ['Deck', 'Screen', 'Program'];

/**
 * All keys and commands as a Markdown document, with the names used in `[keys]` of the configuration.
 * @throws if the keys of a pane or screen cannot be listed
 */
export function keysDocument(cockpit: Cockpit): string {
  const places = allPlaces(cockpit);
  for (const { title, failure } of places) if (failure !== undefined) throw new Error(`${title}: ${failure}`);
  const shared = SHARED.flatMap((title) => {
    const layer = places.flatMap(({ layers }) => layers).find((one) => one.title === title);
    return layer ? [`## ${title}\n\n${table(layer.bindings)}`] : [];
  });
  const lists = common(places);
  const known = new Set(lists.map(sameKey));
  const own = places.flatMap(({ title, layers }) => {
    const bindings = (layers[0]?.bindings ?? []).filter((binding) => !known.has(sameKey(binding)));
    return bindings.length > 0 && !SHARED.includes(layers[0]?.title ?? '')
      ? [`## ${title}\n\n${table(bindings)}`]
      : [];
  });
  const lines = commands.map(
    ({ names, usage, help }) =>
      `| ${cell(`\`:${names[0]}${usage === '' ? '' : ` ${usage}`}\``)} | ${names
        .slice(1)
        .map((name) => `\`:${name}\``)
        .join(' ')} | ${cell(help)} |`,
  );
  return `# Keys and commands

<!-- Made by \`npm run docs\` from the bindings of the program. -->

In the program \`?\` lists the keys that are in force, can be searched, and runs what it finds. The name of a key is what
the section \`[keys]\` of the configuration file calls it, alone or behind the heading: \`next-error = "ctrl-e"\`,
\`"log.next-error" = "ctrl-e"\`. Keys that clash are reported at the start.

${[...shared, `## Lists\n\n${table(lists)}`, ...own].join('\n\n')}

## Commands

| command | also | does |
|---|---|---|
${lines.join('\n')}
`;
}
