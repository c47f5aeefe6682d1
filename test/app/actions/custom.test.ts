import { expect, test } from 'vitest';
import { keyProblems } from '../../../src/app/keys/check.ts';
import { readConfig } from '../../../src/config/read.ts';
import { deck, guard, letters, openDeck, see, text } from '../../screens/openedDeck.ts';
import type { DeckOptions } from '../../screens/shownDeck.tsx';

const open = (config: string, options: Partial<DeckOptions> = {}) =>
  openDeck({
    scenario: 'calm',
    columns: 110,
    rows: 34,
    custom: readConfig(config, 'config.toml'),
    ...options,
  });

test('an alias is replaced by its command with the arguments', async () => {
  await open('[aliases]\nhost = "osd"\n');
  await deck.command('host stor-02');
  expect(await text()).toMatch(/3 Disks and OSDs .*\/stor-02,/);
});

test('a configured key runs its action and is shown, and the old key no longer runs it', async () => {
  await open('[keys]\nlevel = "ctrl-v"\n');
  await deck.press('4', 'f');
  expect(await text()).toMatch(/Ctrl-V level/);
  await deck.press('v');
  expect(await text()).not.toMatch(/notice and above/);
  await deck.press('ctrl-v');
  expect(await text()).toMatch(/notice and above/);
});

test('the help runs the action of a configured key, and no other', async () => {
  await open('[keys]\npause = "ctrl-e"\n');
  await deck.press('?', ...letters('ctrl-e'));
  expect(await text()).toMatch(/Ctrl-E +Freeze the screen/);
  await deck.press('enter');
  expect(await text()).toMatch(/PAUSED/);
});

test('a screen whose keys cannot be determined is reported by its name', async () => {
  await open('[keys]\npause = "ctrl-e"\n');
  const facts = {
    ...deck.cockpit.facts,
    osds: () => {
      throw new Error('no \u001B[2J disks');
    },
  };
  expect(keyProblems({ ...deck.cockpit, facts })).toContain(
    'Disks and OSDs: its keys cannot be listed: no ␛[2J disks',
  );
});

test('errors in the configured keys are reported, with both names if keys clash', async () => {
  await open(
    '[aliases]\nosd = "logs"\ndisks-of-host = "logs"\n[keys]\nrefresh = "a"\nnonsense = "b"\nlevel = "Ctrl-V"\n',
  );
  const problems = keyProblems(deck.cockpit).join('\n');
  expect(problems).toMatch(/the key a is both refresh \(Program\) and actions \(Program\)/);
  expect(problems).toMatch(/there is nothing called nonsense/);
  expect(problems).toMatch(/level: there is no key Ctrl-V/);
  expect(problems).toMatch(/osd is a command already/);
  expect(problems).not.toMatch(/disks-of-host/);
});

test('no error is reported without configured keys', async () => {
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

test('a custom action is confirmed, run without a shell, and its output is shown', async () => {
  await open(ECHO, { scenario: 'demo' });
  await deck.press('3', 'ctrl-o');
  expect(await text()).toMatch(/Say its name: osd\.26[^]*runs +printf '%s\|%s' osd\.26 'a b;\$\(date\)'/);
  await deck.clock.advance(1000);
  await deck.press('y');
  await see(/osd\.26\|a b;\$\(date\)/);
});

test('a custom action is offered where it applies, in the action menu too', async () => {
  await open(ECHO);
  await deck.press('5', 'ctrl-o');
  expect(await text()).not.toMatch(/runs +printf/);
  await deck.press('3', 'a');
  expect(await text()).toMatch(/Say its name \(your own\)/);
});

test('a custom action is refused in read-only mode, and a missing program is reported', async () => {
  await open(ECHO.replace('printf', 'no-such-program-here'), { readOnly: 'asked' });
  await deck.press('3', 'ctrl-o');
  expect(await text()).not.toMatch(/runs +/);
  await deck.command('readwrite demo');
  await deck.press('ctrl-o');
  await deck.clock.advance(1000);
  await deck.press('y');
  await see(/There is no program no-such-program-here/);
});

/** Runs a shell command as a custom action. */
async function runLine(line: string): Promise<void> {
  await open(`[[actions]]
name = "Run it"
key = "ctrl-o"
scope = "osd"
danger = "reversible"
command = ["sh", "-c", ${JSON.stringify(line)}]
`);
  await deck.press('3', 'ctrl-o');
  await guard();
  await deck.press('y');
}

test('a program with much output runs to its end, and its output is cut', async () => {
  await runLine('echo first; head -c 3000000 /dev/zero | tr "\\0" x | fold -w 9999; exit 3');
  await see(/exit code[^]*3[^]*first/);
  await deck.press('end');
  await see(/The rest was cut: it printed more than 1\.0 MiB/);
});

test('the outcome of a killed program is shown as unknown', async () => {
  await runLine('kill -9 $$');
  await see(/Outcome unknown[^]*sh was killed by SIGKILL\./);
});

test('a program that hangs is killed, and its outcome is shown as unknown', async () => {
  await runLine('exec sleep 600');
  await see(/Sent, waiting/);
  await deck.clock.advance(120_000);
  await see(/Outcome unknown[^]*sh ran for 120 s without an end, and was stopped/);
});

test('arguments that cannot be passed to a program are refused before it is started', async () => {
  await open(ECHO.replace('a b;$(date)', 'x'.repeat(200_000)));
  await deck.press('3', 'ctrl-o');
  await guard();
  await deck.press('y');
  await see(/Nothing was changed/);
});
