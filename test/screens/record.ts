import { expect, test } from 'vitest';
import { descriptionText } from '../../src/screens/descriptionLines.ts';
import { viewInForce } from '../../src/screens/inForce.ts';
import type { Action } from '../../src/store/action/action.ts';
import type { Field } from '../../src/store/action/field.ts';
import type { Plan } from '../../src/store/action/plan.ts';
import type { PaneId } from '../../src/store/session/panes.ts';
import { expectGolden } from '../support/golden.ts';
import { leave } from './crawl.ts';
import { keyEffect } from './effects.ts';
import { LOOKS } from './goldenLooks.ts';
import { changing, giveDisk } from './goldenSite.ts';
import { plainText, roleMap } from './roleMap.ts';
import { nameOf, prepare, type Shot, SHOTS, standAt } from './shots.ts';
import { type ShownDeck, showDeck } from './shownDeck.tsx';

/** So many rows of a list are looked at. */
const ROWS = 3;
/** What is typed into a field that stands empty, until it takes one. */
const TYPED = ['7', 'a', '/a', '10.0.0.7'] as const;

/** Keys of every list, which are its own to test. */
const OF_LISTS = new Set([
  'down',
  'up',
  'pagedown',
  'pageup',
  'ctrl-d',
  'ctrl-u',
  'g',
  'G',
  'O',
  '>',
  '<',
  'I',
]);

const json = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'function' ? 'a function' : part));

/** What the form reads where the operator types as little as it takes. */
function valueOf({ initial, read, choices }: Field): unknown {
  const offered = choices?.({}).all.map(({ text, reads }) => reads ?? text) ?? [];
  const texts = [...(initial === '' ? [] : [initial]), ...offered.slice(0, 1), ...TYPED];
  return texts.map(read).flatMap((result) => ('value' in result ? [result.value] : []))[0];
}

function fieldLines(field: Field): string[] {
  const { choices, read, load: _, ...facts } = field;
  const found = choices?.({});
  return [
    `    field ${json(facts)}`,
    ...(found ? [`      of ${json({ ...found, all: found.all.slice(0, 6) })}`] : []),
    `      reads ${json(['', '7', 'a', '-1'].map(read))}`,
  ];
}

/** What a dialog shows and sends, checks, reads and takes back. */
function planLines(plan: Plan): string[] {
  const {
    fields,
    execution,
    checks,
    needs,
    refreshes,
    inverse,
    targetOf,
    tierOf,
    cli,
    stillThere,
    ...facts
  } = plan;
  const values = Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
  const keys = (resources: Plan['needs']) => resources.map(({ key }) => key);
  const shown = 'preview' in execution ? json(execution.preview(values)) : '';
  const back = inverse?.(values)?.();
  return [
    `    plan ${json({ ...facts, there: stillThere() })}`,
    ...fields.flatMap(fieldLines),
    `    sends ${execution.kind} ${'operation' in execution ? execution.operation : ''} ${shown}`,
    ...checks(values).map((check) => `    check ${json(check)}`),
    `    needs ${json(keys(needs))} refreshes ${json(keys(refreshes))}`,
    ...(targetOf || tierOf ? [`    as ${json([targetOf?.(values), tierOf?.(values)])}`] : []),
    ...(cli ? [`    cli ${cli(values)}`] : []),
    ...(back ? [`    back ${json([back.title, back.target, back.effect])}`] : []),
  ];
}

function actionLines(action: Action): string[] {
  const { id, keys, label, help, tier, footer, refused } = action;
  return [
    `  action ${json([id, keys, label, help, tier, footer, refused])}`,
    ...('plan' in action && refused === undefined ? planLines(action.plan()) : []),
  ];
}

/** What can be seen and done where the cursor stands. */
async function rowLines(deck: ShownDeck): Promise<string[]> {
  const { cockpit } = deck;
  const view = viewInForce(cockpit);
  const row = view.table()?.selected();
  const lines = [row ? `row ${row.id}: ${json(row.cells)}` : 'no row'];
  lines.push(...view.actions(cockpit).flatMap(actionLines));
  for (const key of ['d', 'o']) {
    await deck.press(key);
    const overlay = cockpit.view.getState().overlays.at(-1);
    if (overlay?.kind === 'describe') {
      const text = plainText(descriptionText(cockpit.look, overlay.of()!));
      lines.push(...text.split('\n').map((line) => `  ${line}`));
    }
    if (overlay?.kind === 'menu') lines.push(`  ways ${json(overlay.items().map(({ label }) => label))}`);
    if (overlay?.kind === 'describe' || overlay?.kind === 'menu') await deck.press('escape');
  }
  return lines;
}

/** What a screen or a pane declares, and what it does with its first rows. */
async function recordOf(deck: ShownDeck): Promise<string> {
  const { cockpit } = deck;
  const { title, describes, unfiltered, bindings, table } = viewInForce(cockpit);
  const lines = [
    json({ title, describes, unfiltered, columns: table()?.columns, choices: table()?.choices }),
  ];
  for (const { keys, name, label, help, footer, disabled } of bindings(cockpit))
    if (!OF_LISTS.has(keys[0] ?? ''))
      lines.push(`key ${json([keys, name, label, help, footer, disabled?.()])}`);
  for (let row = 0; row < ROWS; row++) {
    const known = await rowLines(deck);
    if (known[0] === lines.findLast((line) => /^(?:no )?row\b/.test(line))) break;
    lines.push(...known);
    await deck.press('down');
  }
  return lines.join('\n');
}

/** What the own keys of a screen or a pane do, each pressed by itself. */
function effectsOf(deck: ShownDeck): string {
  const lines = [];
  for (const { keys, disabled } of viewInForce(deck.cockpit).bindings(deck.cockpit)) {
    const [key = ''] = keys;
    if (OF_LISTS.has(key) || disabled?.() !== undefined) continue;
    lines.push(`${key} does\n      ${keyEffect(deck, key)}`);
  }
  return lines.join('\n');
}

/** Somewhere that is recorded. */
interface Place {
  readonly name: string;
  /** How it looks is a golden screen of an area. */
  readonly isGolden: boolean;
  readonly stand: () => Promise<void>;
}

/** Screens that look as what was shown before has left them: their columns, or the time that it took. */
const OF_THEIR_OWN: ReadonlySet<string> = new Set(['options', 'favourites']);

/**
 * The test that what screens and panes of a folder declare, in a story, is as it was recorded. The golden screens of all
 * areas are compared too.
 */
export function recordTest(
  screens: readonly string[],
  panes: readonly PaneId[] = [],
  scenario = 'demo',
): void {
  test(`in the scenario ${scenario}, the texts, actions and requests of these screens are as recorded`, async () => {
    using _disk = giveDisk();
    await using deck = await showDeck({ columns: 160, rows: 48, scenario, edit: changing });
    await prepare(deck);
    const folder = scenario === 'demo' ? 'records' : `records/${scenario}`;
    const framed = async () => {
      const frame = await deck.frame();
      return `${plainText(frame)}\n\n${await roleMap(frame, 160, 48, LOOKS.colour)}`;
    };
    const shots: readonly Shot[] = SHOTS.filter(({ screen }) => screens.includes(screen));
    expect(new Set(shots.map(({ screen }) => screen))).toEqual(new Set(screens));
    const places: Place[] = [
      ...panes.map((pane) => ({
        name: `pane-${pane}`,
        isGolden: false,
        async stand() {
          leave(deck);
          deck.cockpit.view.setState({ focus: pane, zoomed: true });
        },
      })),
      ...shots.map((shot) => ({
        name: nameOf(shot),
        isGolden: scenario === 'demo' && shot.name === undefined && !OF_THEIR_OWN.has(shot.screen),
        stand: () => standAt(deck, shot),
      })),
    ];
    const records: string[] = [];
    for (const { name, isGolden, stand } of places) {
      await stand();
      const frame = await framed();
      if (isGolden) expectGolden(`areas/${name}-160x48`, frame, []);
      const record = await recordOf(deck);
      records.push(isGolden ? record : `${frame}\n\n${record}`);
    }
    // What keys read would be seen above.
    for (const [index, { name, stand }] of places.entries()) {
      await stand();
      expectGolden(`${folder}/${name}`, `${records[index]}\n\n${effectsOf(deck)}`, []);
    }
  }, 120_000);
}
