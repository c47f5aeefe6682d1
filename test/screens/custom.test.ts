import { afterEach, expect, test, vi } from 'vitest';
import { keyProblems } from '../../src/app/keyCheck.ts';
import { readConfig } from '../../src/config/read.ts';
import { plainText } from './roleMap.ts';
import { type DeckOptions, type ShownDeck, showDeck } from './shownDeck.tsx';

vi.setConfig({ testTimeout: 30_000 });

let deck: ShownDeck;
afterEach(() => deck[Symbol.asyncDispose]());
const text = async () => plainText(await deck.frame());

async function open(config: string, options: Partial<DeckOptions> = {}): Promise<void> {
  deck = await showDeck({ columns: 110, rows: 34, custom: readConfig(config, 'config.toml'), ...options });
  await deck.clock.advance(3000);
}

test('an alias stands for a command with its arguments', async () => {
  await open('[aliases]\nhost = "osd"\n');
  await deck.command('host stor-02');
  expect(await text()).toMatch(/3 Disks and OSDs +\/stor-02/);
});

test('a key of the operator runs what it names, is shown, and the old one no longer runs', async () => {
  await open('[keys]\nlevel = "ctrl-v"\n');
  await deck.press('4', 'f');
  expect(await text()).toMatch(/Ctrl-V level/);
  await deck.press('v');
  expect(await text()).not.toMatch(/notice and graver/);
  await deck.press('ctrl-v');
  expect(await text()).toMatch(/notice and graver/);
});

test('what is wrong is told, with both names where keys clash', async () => {
  await open('[aliases]\nosd = "logs"\n[keys]\nrefresh = "a"\nnonsense = "b"\nlevel = "Ctrl-V"\n');
  const problems = keyProblems(deck.cockpit).join('\n');
  expect(problems).toMatch(/the key a is both refresh \(Program\) and actions \(Program\)/);
  expect(problems).toMatch(/there is nothing called nonsense/);
  expect(problems).toMatch(/level: there is no key Ctrl-V/);
  expect(problems).toMatch(/osd is a command already/);
});

test('nothing is wrong without keys of the operator', async () => {
  await open('');
  expect(keyProblems(deck.cockpit)).toEqual([]);
});

const ECHO = `[[actions]]
name = "Say its name"
key = "ctrl-o"
scope = "osd"
danger = "reversible"
command = ["printf", "%s|%s", "{id}", "a b;$(date)"]
`;

test("an action of the operator's own is confirmed, run without a shell, and its output shown", async () => {
  await open(ECHO);
  await deck.press('3', 'ctrl-o');
  expect(await text()).toMatch(/Say its name: osd\.26[^]*runs +printf '%s\|%s' osd\.26 'a b;\$\(date\)'/);
  await deck.clock.advance(1000);
  await deck.press('y');
  await vi.waitFor(async () => expect(await text()).toMatch(/osd\.26\|a b;\$\(date\)/));
});

test('it is offered where it belongs, in the menu of actions too', async () => {
  await open(ECHO);
  await deck.press('5', 'ctrl-o');
  expect(await text()).not.toMatch(/runs +printf/);
  await deck.press('3', 'a');
  expect(await text()).toMatch(/Say its name \(your own\)/);
});

test('it is refused in read-only mode, and a program that is missing says so', async () => {
  await open(ECHO.replace('printf', 'no-such-program-here'), { readOnly: 'asked' });
  await deck.press('3', 'ctrl-o');
  expect(await text()).not.toMatch(/runs +/);
  await deck.command('readwrite demo');
  await deck.press('ctrl-o');
  await deck.clock.advance(1000);
  await deck.press('y');
  await vi.waitFor(async () => expect(await text()).toMatch(/There is no program no-such-program-here/));
});
