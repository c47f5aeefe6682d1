import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { plainText } from '../roleMap.ts';
import { type ShownDeck, showDeck } from '../shownDeck.tsx';

vi.setConfig({ testTimeout: 30_000 });

let deck: ShownDeck;
afterEach(() => deck[Symbol.asyncDispose]());

const text = async () => plainText(await deck.frame());

test('@ lists the requests that left the program, with status and duration', async () => {
  deck = await showDeck({ columns: 110, rows: 30 });
  await deck.clock.advance(5000);
  await deck.press('@');
  expect(await text()).toMatch(/Command log[^]*GET +\/cluster\/status +200 +\d/);
  await deck.press('d');
  expect(await text()).toMatch(/operation/);
});

test('the audit file is shown newest first, with what went wrong', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'storedeck-'));
  try {
    const line = (id: string, outcome: string) =>
      JSON.stringify({
        time: '2026-11-20T10:00:00.000Z',
        cluster: 'prod',
        id,
        outcome,
        method: 'PUT',
        path: '/x',
      });
    writeFileSync(join(folder, 'audit.jsonl'), `${line('setFlag', 'ok')}\n${line('deletePool', 'failed')}\n`);
    deck = await showDeck({ columns: 110, rows: 30, folder });
    await deck.command('audit');
    await vi.waitFor(async () => expect(await text()).toMatch(/deletePool[^]*setFlag/));
    await deck.press('!');
    expect(await text()).not.toMatch(/setFlag/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
