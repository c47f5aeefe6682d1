import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { deck, openDeck, see, text } from '../screens/openedDeck.ts';
import type { DeckOptions } from '../screens/shownDeck.tsx';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storedeck-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const open = (options: Partial<DeckOptions> = {}) =>
  openDeck({ scenario: 'calm', columns: 100, rows: 30, folder: join(folder, 'state'), ...options });
const written = async (file: string): Promise<string> => {
  await vi.waitFor(() => expect(existsSync(file) && readFileSync(file, 'utf8') !== '').toBe(true), 30_000);
  return readFileSync(file, 'utf8');
};

describe('copy', () => {
  test('the key c offers to copy the row, its cells or all rows', async () => {
    await open();
    await deck.press('3', 'ctrl-y');
    expect(await text()).toMatch(/Copy[^]*The row as a line[^]*HOST[^]*All rows as CSV/);
    await deck.press('enter');
    expect(deck.copied[0]).toMatch(/osd\.\d+/);
    expect(await text()).toMatch(/clipboard/);
  });

  test('the copy menu also copies the screen as it was before the menu, such as for a ticket', async () => {
    await open({ scenario: 'osd-down' });
    await deck.clock.advance(3000);
    await deck.press('c', 'end', 'up', 'enter');
    expect(deck.copied[0]).toMatch(/CAUSE [^]*osd\.11 on stor-03 has stopped/);
    expect(deck.copied[0]).not.toMatch(/The row as a line/);
  });

  test('in a reply the key c copies the value of the line, and C the whole reply', async () => {
    await open();
    await deck.press('3', 'y', 'down', 'c');
    await deck.press('C');
    const [value = '', whole = ''] = deck.copied.slice(-2);
    expect(value).not.toBe('');
    expect(JSON.parse(whole)).toBeTypeOf('object');
    expect(whole).toContain(value.trim().split('\n')[0]);
  });

  test('values below a secret in a reply are copied masked', async () => {
    await open();
    deck.cockpit.view.setState({
      overlays: [
        {
          kind: 'json',
          title: 'A reply',
          value: { secret: { a: { b: 1 } } },
          toggled: new Set(),
          search: '',
          searching: false,
          cursor: 3,
        },
      ],
    });
    expect(await text()).toMatch(/▌ +"b": 1/);
    await deck.press('c');
    expect(deck.copied).toEqual(['********']);
    expect(await text()).toMatch(/The value, masked: sent to the terminal's clipboard/);
  });

  test('a copy that is too large for the clipboard is written to a file that only its owner can read', async () => {
    await open({ scenario: 'demo' });
    await deck.press('4', 'v', 'v', 'v', 'v');
    deck.cockpit.view.setState((state) => ({ logs: { ...state.logs, level: 7 } }));
    await deck.press('ctrl-y', 'end', 'enter');
    await see(/it is in[^]*copied-/);
    const path = join(folder, 'state', 'copied-20261120-000003.txt');
    expect(await written(path)).toMatch(/^TIME,SERVER,SERVICE,PRIORITY,MESSAGE/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('export', () => {
  test('the rows that pass the filter are exported as CSV with all columns', async () => {
    await open();
    const file = join(folder, 'osds.csv');
    await deck.command('osd stor-02');
    await deck.command(`export csv ${file}`);
    const lines = (await written(file)).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/HOST/);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.slice(1).every((line) => line.includes('stor-02'))).toBe(true);
  });

  test('the rows of a screen are exported as JSON', async () => {
    await open();
    const file = join(folder, 'rbd.json');
    await deck.command('rbd');
    await deck.command(`export ${file}`);
    expect(JSON.parse(await written(file))[0]).toMatchObject({ application: 'rbd' });
  });

  test('an export does not overwrite a file', async () => {
    await open();
    const file = join(folder, 'osds.csv');
    await deck.command(`export csv ${file}`);
    const before = await written(file);
    // The notice of the first export may come after its file appears, and would replace the notice of the second one.
    await see(/osds\.csv/);
    await deck.press('5');
    await deck.command(`export csv ${file}`);
    await see(/Not written: the file already exists: /);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('what is wrong stands before the path, which is long', async () => {
    await open();
    await deck.command(`export csv ${join(folder, 'no', 'such', 'osds.csv')}`);
    await see(/Not written: the folder does not exist: /);
  });

  test('of a page its text is exported, with the case of a cause', async () => {
    await open({ scenario: 'osd-down' });
    await deck.command('why');
    await deck.press('enter');
    const file = join(folder, 'case.text');
    await deck.command(`export text ${file}`);
    const content = await written(file);
    expect(content).toMatch(
      /^the daemon of osd\.\d+ on stor-\d+ has stopped\n[^]*confidence: [^]*Evidence\n/,
    );
    await see(/The page was written to/);
  });

  test('an export in an unknown format is refused', async () => {
    await open();
    await deck.command('export xml /tmp/x');
    expect(await text()).toMatch(/csv, json, text/);
  });
});

describe('copy of the screen', () => {
  test('the screen is dumped to a file as it is', async () => {
    await open({ scenario: 'demo' });
    const file = join(folder, 'screen.txt');
    await deck.command(`dump ${file}`);
    const content = await written(file);
    expect(content).toMatch(/HEALTH_WARN[^]*1 Health[^]*3 Disks and OSDs/);
    expect(content).not.toMatch(/\x1b/);
    expect(content.trimEnd().split('\n').length).toBe(30);
  });

  test('Ctrl-L shows the screen as plain text', async () => {
    await open();
    await deck.press('ctrl-l');
    expect(deck.plain[0]).toMatch(/1 Health/);
  });
});

describe('raw answers', () => {
  test('the key y shows the answers behind a row of a pane, with their requests', async () => {
    await open();
    await deck.press('3', 'y');
    expect(await text()).toMatch(/GET \/disks: 200 in \d+ ms/);
    expect(await text()).toMatch(/GET \/crush: 200 in/);
    expect(await text()).toMatch(/"osdId"/);
  });

  test('the key y says so if there is no row under the cursor', async () => {
    await open();
    await deck.command('osd nothing-of-this-name');
    await deck.press('y');
    await see(/There is nothing under the cursor\./);
    expect(deck.cockpit.view.getState().notice?.role).toBe('info');
  });

  test('the key y shows the answers behind a row of a screen', async () => {
    await open();
    await deck.command('rbd');
    await deck.press('y');
    expect(await text()).toMatch(/GET \/pools[^\n]*: 200 in \d+ ms/);
  });

  test('the key y in a description shows the answers behind the described row', async () => {
    await open();
    await deck.press('3', 'down', 'd');
    const [name = 'none'] = /osd\.\d+/.exec(await text()) ?? [];
    await deck.press('y');
    expect(await text()).toContain(`"osdId": ${name.slice('osd.'.length)}`);
    expect(await text()).toMatch(/GET \/disks: 200 in \d+ ms/);
    await deck.press('esc', 'esc');
    await deck.command('rbd');
    await deck.press('d', 'y');
    expect(await text()).toMatch(/GET \/pools[^\n]*: 200 in \d+ ms/);
  });
});
