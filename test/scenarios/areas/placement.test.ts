import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { program } from '../../../scripts/lib/project.mjs';
import { createApi } from '../../../src/api/client.ts';
import { httpTransport } from '../../../src/api/http.ts';
import { Service } from '../../support/service.ts';
import { CONTROL_SOCKET } from '../../../src/service/limits.ts';
import { Home } from '../../support/storedeck.ts';
import { guardIsOver, opened, Session } from '../steps.ts';

const run = promisify(execFile);

async function openOn(service: Service): Promise<Session> {
  const session = new Session([...service.reach, '--utc'], { cols: 120, rows: 36 });
  return await opened(session, (text) => /HEALTH_/.test(text));
}

const apiOf = (service: Service) =>
  createApi({
    transport: httpTransport({
      baseUrl: service.url,
      token: async () => readFileSync(service.tokenFile, 'utf8').trim(),
    }),
    readOnly: () => false,
    now: () => 0,
  });

async function type(deck: Session, text: string): Promise<void> {
  deck.type(text);
  await deck.see((shown) => shown.includes(`> ${text}`));
}

/** Goes to the next field once the one before has what was typed. */
async function nextField(deck: Session, name: string): Promise<void> {
  deck.press('Tab');
  await deck.see(new RegExp(`▌ ${name}`));
}

async function confirm(deck: Session, word: string): Promise<void> {
  await deck.see(new RegExp(`Type ${word} and press Enter`));
  await guardIsOver();
  await type(deck, word);
  deck.press('Enter');
}

test('a pool is made, protected, kept from deletion, and in the end deleted', async () => {
  using home = new Home();
  await using service = await Service.start(home, ['--engine', 'sim', '--scenario', 'calm']);
  await using deck = await openOn(service);
  const pool = async () => (await apiOf(service).listPools()).find(({ name }) => name === 'backups');

  await deck.command('pools');
  await deck.see(/volumes +rbd +replicated 3/);
  deck.press('n');
  await deck.see(/Create a replicated pool[^]*▌ name/);
  await guardIsOver();
  await type(deck, 'backups');
  await nextField(deck, 'application');
  await type(deck, 'rgw');
  await nextField(deck, 'size');
  await nextField(deck, 'min size');
  await nextField(deck, 'placement groups');
  await type(deck, '32');
  deck.press('Enter');
  await confirm(deck, 'yes');
  await deck.see(/Create a replicated pool: done/);
  await deck.see(/backups +rgw +replicated 3/);
  expect(await pool()).toMatchObject({ size: 3, pgNum: 32, application: 'rgw' });

  await deck.filter('backups');
  deck.press('p');
  await confirm(deck, 'yes');
  await deck.see(/Protect pool backups: done/);
  deck.press('D');
  await deck.see(/protected from deletion: unprotect it first[^]*cannot be done now/);
  deck.press('Esc');
  await deck.seeNo(/Delete pool/);
  deck.press('u');
  await confirm(deck, 'yes');
  await deck.see(/Unprotect pool backups: done/);
  deck.press('D');
  await deck.see(/it stores nothing/);
  await confirm(deck, 'backups');
  await deck.see(/Sending in/);
  await deck.see(/Delete pool backups: done/);
  expect(await pool()).toBeUndefined();
  expect(deck.audit().map(({ id }) => id)).toEqual(['createPool', 'updatePool', 'updatePool', 'deletePool']);
});

test('a host is moved in the CRUSH tree, asked for, and there once it is approved', async () => {
  using home = new Home();
  await using service = await Service.start(home, ['--engine', 'sim', '--scenario', 'calm']);
  await using deck = await openOn(service);
  const rackOf = async (host: string) => {
    const { nodes = [] } = await apiOf(service).getCrushMap();
    const id = nodes.find(({ name }) => name === host)?.id ?? NaN;
    return nodes.find(({ children = [] }) => children.includes(id))?.name;
  };

  await deck.command('crush-edit');
  await deck.see(/Edit the CRUSH map[^]*stor-12/);
  deck.press('Down', 'Down', 'Space');
  await deck.see(/● [^\n]*stor-01/);
  deck.press('G', 'p');
  await deck.see(/1 changed[^]*~ [^\n]*stor-01 +from rack1/);
  deck.press('r');
  await deck.see(/move stor-01 from rack1 to rack3[^]*ceph osd crush move stor-01 rack=rack3/);
  await confirm(deck, 'CRUSH map');
  await deck.see(/PENDING[^]*storedeck changes approve 1/);
  expect(await rackOf('stor-01')).toBe('rack1');
  expect(deck.audit().map(({ id }) => id)).toEqual(['changeCrushMap']);
  await run(
    process.execPath,
    [program, 'changes', 'approve', '1', '--control', join(home.folder, CONTROL_SOCKET)],
    {
      env: { ...process.env, ...home.env },
    },
  );
  expect(await rackOf('stor-01')).toBe('rack3');
});
