import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ApiError } from '../../../src/api/failure.ts';
import { Refusal } from '../../../src/service/engine.ts';
import { answering, deck, letters, openDeck, see, text } from '../openedDeck.ts';

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

test('a request in the command log shows its outcome: the status, the failure, the task, or that it is under way', async () => {
  const refuse = () => Promise.reject(new Refusal(404, 'no such thing'));
  await openDeck(
    {
      columns: 160,
      rows: 40,
      scenario: 'calm',
      shell: SHELL,
      ...answering({
        getPoolDetails: refuse,
        benchmarkDisk: () => Promise.resolve({ id: 71, state: 'COMPLETED', done: true }),
        unsetFlag: refuse,
      }),
      wrap: (transport) => ({
        ...transport,
        send(id, input, options) {
          if (id === 'getIscsiService') return new Promise(() => undefined);
          if (id === 'listHaGroups')
            return Promise.reject(new ApiError({ kind: 'unreachable', message: 'the line is cut' }));
          return transport.send(id, input, options);
        },
      }),
    },
    5000,
  );
  const { api } = deck.cockpit;
  void api.getIscsiService({ params: { serviceId: 9 } });
  await Promise.allSettled([
    api.listHaGroups(),
    api.getPoolDetails({ params: { name: 'x99' } }),
    api.benchmarkDisk({ params: { diskId: 1 } }),
    api.unsetFlag({ params: { flag: 'noout' } }),
  ]);
  await deck.press('@');
  const lineOf = async (part: string) =>
    (await text())
      .split('\n')
      .find((line) => line.includes(part))
      ?.replaceAll(/[▌ ]+/g, ' ')
      .trim();
  expect(await lineOf('METHOD')).toBe('TIME METHOD PATH STATUS MS TASK OPERATION TIER');
  expect(await lineOf('benchmark')).toMatch(
    /^00:00:\d\dZ (?:POST|PUT) \S*benchmark\/basic 2\d\d 0 71 benchmarkDisk disruptive$/,
  );
  expect(await lineOf('/pools/x99')).toMatch(/GET \/pools\/x99\/details 404 0 (-- )?getPoolDetails read$/);
  expect(await lineOf('ha-groups')).toMatch(/ha-groups .*the line is cut 0 (-- )?listHaGroups read$/);
  expect(await lineOf('getIscsiService')).toMatch(/ under way (-- -- )?getIscsiService read$/);
  await deck.press('!');
  const bad = await text();
  for (const shown of ['noout/unset', '/pools/x99', 'the line is cut']) expect(bad).toContain(shown);
  expect(bad).not.toMatch(/under way|benchmark/);
  await deck.press('!', '/', ...letters('iscsi'), 'enter', 'd');
  const waiting = await text();
  for (const fact of [/took +--/, /result +under way/, /task +--/, /The same from a shell:\s+curl /])
    expect(waiting).toMatch(fact);
  await deck.press('esc', '/', ...letters('ha-groups'), 'enter', 'd');
  const lost = await text();
  for (const fact of [/took +0 ms/, /result +the line is cut/, /\n the line is cut/])
    expect(lost).toMatch(fact);
  await deck.press('esc', '/', ...letters('benchmark'), 'enter', 'd');
  const page = await text();
  expect(page).toMatch(/benchmark[^]*task +71/);
  expect(page).not.toContain('The same from a shell');
  await deck.press('esc');
  await deck.type('u');
  expect(await text()).toContain('No request that only reads is known here');
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
