import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deck, openDeck, see, text } from '../openedDeck.ts';

test('the key @ lists the sent requests with status and duration', async () => {
  await openDeck({ columns: 110, rows: 30 }, 5000);
  await deck.press('@');
  expect(await text()).toMatch(/Command log[^]*GET +\/cluster\/status +200 +\d/);
  await deck.press('d');
  expect(await text()).toMatch(/operation/);
});

const SHELL = { baseUrl: 'https://mgmt.example/api', sendsToken: true };

test('the key u on an answered request copies its curl line and shows it in full', async () => {
  await openDeck({ columns: 80, rows: 24, shell: SHELL }, 5000);
  await deck.command('pools');
  await deck.press('y', 'u');
  expect(await text()).toMatch(/STOREDECK_TOKEN/);
  expect(deck.copied[0]).toMatch(
    /^curl -g --noproxy '\*' -H "Authorization: Bearer \$STOREDECK_TOKEN" https:\/\/mgmt\.example\/api\/pools\S*\n/,
  );
});

test('the key u in the command log explains why there is no curl line for a simulated cluster', async () => {
  await openDeck({ columns: 110, rows: 30 }, 5000);
  await deck.type('@u');
  expect(deck.copied).toEqual([]);
  expect(await text()).toMatch(/curl cannot reach it/);
});

test('the audit file is shown newest first, with the reason of each failure', async () => {
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
    await openDeck({ columns: 110, rows: 30, folder }, 0);
    await deck.command('audit');
    await see(/deletePool[^]*setFlag/);
    await deck.press('!');
    expect(await text()).not.toMatch(/setFlag/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
