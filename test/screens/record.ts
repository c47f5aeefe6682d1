import { expect, test } from 'vitest';
import { activeView } from '../../src/screens/activeView.ts';
import { descriptionText } from '../../src/screens/description/descriptionLines.ts';
import type { Engine } from '../../src/service/engine.ts';
import type { Action } from '../../src/store/action/action.ts';
import type { Field } from '../../src/store/action/field.ts';
import type { Plan } from '../../src/store/action/plan.ts';
import type { PaneId } from '../../src/store/session/panes.ts';
import { expectGolden } from '../support/golden.ts';
import { leave } from './crawl.ts';
import { keyEffect } from './effects.ts';
import { LOOKS } from './goldenLooks.ts';
import { changing, useFakeDisk } from './goldenSite.ts';
import { plainText, roleMap } from './roleMap.ts';
import { nameOf, prepare, type Shot, SHOTS, prepareShot } from './shots.ts';
import { type ShownDeck, showDeck } from './shownDeck.tsx';

/** The number of rows of a list that are recorded. */
const ROWS = 3;
/** Texts that are typed into an empty field until one is accepted. */
const TYPED = ['7', 'a', '/a', '10.0.0.7', 'some-name'] as const;

/** Keys of every list, which have separate tests. */
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

/** The values of the form if the operator types as little as possible. */
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

/** The content of a dialog: its texts, request, checks, refreshes and undo. */
function planLines(plan: Plan): string[] {
  if (plan.nameless !== undefined) return [`    nameless ${plan.nameless}`];
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
  const inverted = inverse?.(values);
  const back = inverted === 'no change' ? undefined : inverted?.();
  return [
    `    plan ${json({ ...facts, there: stillThere?.() ?? true })}`,
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

/** Everything that can be seen and done at the cursor. */
async function rowLines(deck: ShownDeck): Promise<string[]> {
  const { cockpit } = deck;
  const view = activeView(cockpit);
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
    if (overlay?.kind === 'describe' || overlay?.kind === 'menu') await deck.press('esc');
  }
  return lines;
}

/** The declaration of a screen or a pane, and the effects on its first rows. */
async function recordOf(deck: ShownDeck): Promise<string> {
  const { cockpit } = deck;
  const { title, describes, unfiltered, bindings, table } = activeView(cockpit);
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

/** The effects of the keys that belong to a screen or a pane only, each pressed separately. */
function effectsOf(deck: ShownDeck): string {
  const lines = [];
  for (const { keys, disabled } of activeView(deck.cockpit).bindings(deck.cockpit)) {
    const [key = ''] = keys;
    if (OF_LISTS.has(key) || disabled?.() !== undefined) continue;
    lines.push(`${key} does\n      ${keyEffect(deck, key)}`);
  }
  return lines.join('\n');
}

/** A view that is recorded. */
interface Place {
  readonly name: string;
  /** Its display is a golden screen of an area. */
  readonly isGolden: boolean;
  readonly stand: () => Promise<void>;
}

/** Screens whose display depends on what was shown before, such as their columns, elapsed time or loads read after the page. */
const OF_THEIR_OWN: ReadonlySet<string> = new Set(['options', 'favourites', 'why']);

interface RecordOptions {
  readonly scenario?: string;
  /** Changes the answers of the service; the records are then in the folder of this name. */
  readonly engine?: { readonly name: string; readonly change: (inner: Engine) => Engine };
}

/**
 * Defines the test that the screens and panes of a folder behave in a scenario as recorded. It also compares their
 * golden screens.
 */
export function recordTest(
  screens: readonly string[],
  panes: readonly PaneId[] = [],
  { scenario = 'demo', engine }: RecordOptions = {},
): void {
  const about = engine?.name ?? scenario;
  const isGiven = about === 'demo';
  test(`in the scenario ${about}, the texts, actions and requests of these screens are as recorded`, async () => {
    using _disk = useFakeDisk();
    await using deck = await showDeck({
      columns: 160,
      rows: 48,
      scenario,
      edit: changing,
      ...(engine && { engine: engine.change }),
    });
    await prepare(deck);
    const folder = isGiven ? 'records' : `records/${about}`;
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
        isGolden: isGiven && shot.name === undefined && !OF_THEIR_OWN.has(shot.screen),
        stand: () => prepareShot(deck, shot),
      })),
    ];
    const records: string[] = [];
    for (const { name, isGolden, stand } of places) {
      await stand();
      const frame = await framed();
      if (isGolden) expectGolden(`areas/${name}-160x48`, frame, []);
      const record = await recordOf(deck);
      expect(record.split('\n').filter((line) => /\b(?:undefined|NaN)\b|\[object/.test(line))).toEqual([]);
      records.push(isGolden ? record : `${frame}\n\n${record}`);
    }
    // The display includes what the keys have read.
    for (const [index, { name, stand }] of places.entries()) {
      await stand();
      expectGolden(`${folder}/${name}`, `${records[index]}\n\n${effectsOf(deck)}`, []);
    }
  }, 120_000);
}
