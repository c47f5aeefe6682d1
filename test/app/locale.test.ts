import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { setLocale } from '../../src/lib/decimal.ts';
import { confirm, fill } from '../screens/dialogSteps.ts';
import { deck, openScreen, text } from '../screens/openedDeck.ts';

beforeEach(() => setLocale({ LC_ALL: 'de_DE.UTF-8' }));
afterEach(() => setLocale({}));

describe('in a locale with a decimal comma', () => {
  test('a list shows sizes with a decimal comma, and a filter finds them with a comma and with a point', async () => {
    await openScreen('pools');
    const [size = ''] = /\d+,\d TiB/.exec(await text()) ?? [];
    expect(size).not.toBe('');
    for (const typed of [size, size.replace(',', '.')]) {
      await deck.press('/', 'ctrl-u');
      await deck.type(`"${typed}"\r`);
      expect(await text()).toContain(size);
    }
    await deck.press('/', 'ctrl-u');
    await deck.type('stored:>4,5T\r');
    expect(await text()).toMatch(/volumes +rbd[^]*4,8 TiB/);
    expect(await text()).not.toMatch(/databases/);
  });

  test('copied cells, rows and pages have a point', async () => {
    await openScreen('pools volumes');
    await deck.press('down', 'ctrl-y');
    expect(await text()).toMatch(/STORED +4\.8 TiB/);
    await deck.press('enter');
    await deck.press('d');
    expect(await text()).toMatch(/stored +4,8 TiB/);
    await deck.press('c');
    expect(deck.copied).toHaveLength(2);
    for (const copied of deck.copied) {
      expect(copied).toMatch(/4\.8 TiB/);
      expect(copied).not.toMatch(/\d,\d/);
    }
  });

  test('an export has points, and the dumped screen is as it is', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'storedeck-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const written = async (command: string) => {
      const file = join(folder, command.replace(' ', '.'));
      await deck.command(`${command} ${file}`);
      return vi.waitFor(() => {
        const content = readFileSync(file, 'utf8');
        expect(content).not.toBe('');
        return content;
      }, 30_000);
    };
    await openScreen('pools');
    for (const format of ['csv', 'json', 'text']) {
      const content = await written(`export ${format}`);
      expect(content).toMatch(format === 'json' ? /"name": "volumes"/ : /\d\.\d TiB/);
      expect(content).not.toMatch(/\d,\d [KMGT]iB/);
    }
    expect(await written('dump')).toMatch(/\d,\d TiB/);
  });

  test('a size is typed with a comma, and sent and offered again without one', async () => {
    await openScreen('pools volumes');
    await deck.press('Q');
    await fill(deck, ['5,5T', '0']);
    expect(await text()).toMatch(/"quotaMaxBytes":6047313952768\b/);
    await confirm(deck, 'yes');
    await deck.press('Q');
    expect(await text()).toMatch(/quota in bytes[^\n]*5632G/);
    await fill(deck, ['1,5,5T']);
    expect(await text()).toMatch(/Type a size, such as 10G or 1\.5 TiB/);
  });

  test('a whole number with a comma is a mistake', async () => {
    await openScreen('pools volumes');
    await deck.press('Q');
    await fill(deck, ['', '1,000']);
    expect(await text()).toMatch(/Type a whole number/);
  });
});
