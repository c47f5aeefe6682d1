import { createCockpit } from '../../src/app/cockpit.ts';
import { commands } from '../../src/app/commandLine/commands.ts';
import { keysOfViews } from '../../src/app/keys/check.ts';
import { bindingName } from '../../src/keys/keymap.ts';
import { keyLabel } from '../../src/keys/names.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createLook } from '../../src/lib/look.ts';

/** @import { Binding } from '../../src/keys/binding.ts' */
/** @import { ViewKeys } from '../../src/app/keys/check.ts' */

/** A call that never resolves: the keys do not depend on the cluster. */
const silent = () => new Promise(() => {});

const nothing = () => undefined;

/** A console without a screen or a cluster. */
const emptyCockpit = () =>
  createCockpit({
    transport: {
      send: /** @type {() => Promise<never>} */ (silent),
      download: /** @type {() => Promise<never>} */ (silent),
      close: () => Promise.resolve(),
    },
    clock: systemClock({ background: true }),
    look: createLook({ depth: 'none', unicode: false }),
    context: { name: 'demo', address: '', demo: true, production: false, deletePhrase: '' },
    readOnly: 'no',
    utc: true,
    logLines: 1000,
    openAudit: () => ({ write: nothing, close: () => Promise.resolve() }),
    quit: nothing,
    suspend: nothing,
    edit: /** @type {() => Promise<never>} */ (silent),
    folder: '',
    copy: () => false,
    showPlain: nothing,
    draw: () => '',
  });

/** @param {string} text */
const cell = (text) => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

/** A key that more lists than this share is documented once, under "Lists". */
const FEW = 8;

/** @param {Binding} binding */
const sameKey = ({ keys, help }) => `${keys.join(' ')} ${help}`;

/** The keys shared by more than `FEW` lists. @param {readonly ViewKeys[]} views @returns {Binding[]} */
function common(views) {
  const all = views.flatMap(({ layers }) => layers[0]?.bindings ?? []);
  const groups = [...Map.groupBy(all, sameKey).values()];
  return groups.flatMap((same) => (same.length > FEW ? same.slice(0, 1) : []));
}

/** @param {readonly Binding[]} bindings */
function table(bindings) {
  const rows = bindings.map((binding) => {
    const keys = binding.keys.map((key) => `\`${keyLabel(key, false)}\``).join(' ');
    return `| ${cell(keys)} | ${bindingName(binding)} | ${cell(binding.help)} |`;
  });
  return ['| keys | name | does |', '|---|---|---|', ...rows].join('\n');
}

/** Titles of the layers below every pane or every screen. */
const SHARED = ['Deck', 'Screen', 'Program'];

/** The sections with the keys, each a heading and a table. @param {readonly ViewKeys[]} views */
function keySections(views) {
  const shared = SHARED.flatMap((title) => {
    const layer = views.flatMap(({ layers }) => layers).find((one) => one.title === title);
    return layer ? [`## ${title}\n\n${table(layer.bindings)}`] : [];
  });
  const lists = common(views);
  const known = new Set(lists.map(sameKey));
  const own = views.flatMap(({ title, layers }) => {
    const bindings = (layers[0]?.bindings ?? []).filter((binding) => !known.has(sameKey(binding)));
    return bindings.length > 0 && !SHARED.includes(layers[0]?.title ?? '')
      ? [`## ${title}\n\n${table(bindings)}`]
      : [];
  });
  return [...shared, `## Lists\n\n${table(lists)}`, ...own];
}

/** @param {(typeof commands)[number]} command */
function commandRow({ names: [name, ...others], usage, help }) {
  const also = others.map((other) => `\`:${other}\``).join(' ');
  return `| ${cell(`\`:${name}${usage === '' ? '' : ` ${usage}`}\``)} | ${also} | ${cell(help)} |`;
}

/**
 * @returns {string} docs/keys.md: every key and command of the console, with the names used in `[keys]` of the configuration
 * @throws if the keys of a pane or screen cannot be listed
 */
export function keysDocument() {
  const views = keysOfViews(emptyCockpit());
  for (const { title, failure } of views) if (failure !== undefined) throw new Error(`${title}: ${failure}`);
  return `# Keys and commands

<!-- Made by \`npm run docs\` from the bindings of the program. -->

In the program \`?\` lists the keys that work at present, can be searched, and runs what it finds. The name of a key is what
the section \`[keys]\` of the configuration file calls it, alone or behind the heading: \`next-error = "ctrl-e"\`,
\`"log.next-error" = "ctrl-e"\`. Keys that clash are reported at the start.

${keySections(views).join('\n\n')}

## Commands

| command | also | does |
|---|---|---|
${commands.map(commandRow).join('\n')}
`;
}
