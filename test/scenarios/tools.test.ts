import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDemo } from './steps.ts';

describe('statistics', () => {
  test('charts are selected, zoomed and read in the program', async () => {
    await using deck = await openDemo('calm', { cols: 120, rows: 36 });
    await deck.command('stats');
    await deck.see(/cluster-iops[^]*[⠁-⣿]{8}/);
    deck.press('3');
    await deck.see(/Statistics +24h/);
    deck.press('+', 'Left');
    await deck.see(/Statistics +12\.0h, at /);
    deck.press('n');
    await deck.see(/Graphs +type to search/);
    deck.type('cpu stor-02');
    await deck.see(/▌server-cpu stor-02/);
    deck.press('Enter', 'Esc');
    await deck.see(/server-cpu stor-02[^]*busy/);
  });
});

describe('export', () => {
  test('a table and the screen are exported to files', async () => {
    await using deck = await openDemo('calm', { cols: 120, rows: 36 });
    const table = join(deck.home.folder, 'osds.csv');
    await deck.command('osd stor-02');
    await deck.command(`export csv ${table}`);
    await deck.see(/rows were written to/);
    expect(readFileSync(table, 'utf8').split('\r\n')[1]).toMatch(/stor-02/);
    const screen = join(deck.home.folder, 'screen.txt');
    await deck.command(`dump ${screen}`);
    await deck.see(/The screen was written to/);
    expect(readFileSync(screen, 'utf8')).toMatch(/HEALTH_OK[^]*Disks and OSDs +\/stor-02/);
  });

  test('Ctrl-L shows the screen as plain text, and Enter returns', async () => {
    await using deck = await openDemo('calm');
    deck.press('ctrl-l');
    await deck.see(/4 Log[^]*Enter shows it again/);
    deck.press('Enter');
    await deck.seeNo(/Enter shows it again/);
    deck.press('3', 'f');
    await deck.see(/▶ 3 Disks/);
  });
});

describe('go to any object', () => {
  test('an OSD is found from any view, and the previous view returns', async () => {
    await using deck = await openDemo('calm');
    await deck.command('tasks');
    deck.press('ctrl-p');
    await deck.see(/Go to +type to search/);
    deck.type('osd.17');
    await deck.see(/▌osd\.17 /);
    deck.press('Enter');
    await deck.see(/▶ 3 Disks[^]*▌. stor-\d\d +osd\.17 /);
    deck.press('-');
    await deck.see(/▶ 6 Tasks/);
  });
});
