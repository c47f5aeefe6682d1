import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { FileRow } from '../../../src/screens/files/rows.ts';
import { uploadPlan } from '../../../src/screens/files/upload.ts';
import { Refusal } from '../../../src/service/engine.ts';
import { fill } from '../dialogSteps.ts';
import { answering, deck, guard, openScreen, see, text } from '../openedDeck.ts';
import type { DeckOptions } from '../shownDeck.tsx';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storedeck-'));
  mkdirSync(join(folder, 'site'));
  writeFileSync(join(folder, 'site', 'index.html'), '<p>hello</p>');
  writeFileSync(join(folder, 'notes.txt'), 'a note');
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const open = (path = '/', options: Partial<DeckOptions> = {}) =>
  openScreen(`fs ${path} ${folder}`, { columns: 140, rows: 36, ...options });
const filter = (name: string) => deck.press('/', ...name.split(''), 'enter');

/** Confirms a dialog that requires a single key. */
async function agree(): Promise<void> {
  await see(/Press y to go ahead/);
  await guard();
  await deck.press('y');
}

/** Creates a directory, up to the confirmation with y. */
async function create(name: string): Promise<void> {
  await deck.press('n');
  await guard();
  await deck.type(`${name}\r`);
  await see(/Press y/);
  await guard();
  await deck.type('y');
}

const namesIn = async (dir: string) =>
  (await deck.cockpit.api.listFilesWithStats({ query: { dir } })).entries?.map(({ path }) => path);

test('both sides of the file screen are shown side by side, and Tab switches between them', async () => {
  await open();
  const shown = await see(/notes\.txt +6 B/);
  expect(shown).toMatch(/ {2}Local disk \S+ +│▶ Cluster \//);
  expect(shown).toMatch(/site\/ +--[^│]*│▌ +backups\/ +\d/);
  await deck.press('tab');
  expect(await text()).toMatch(/▶ Local disk \S+ +│ {2}Cluster \//);
  expect(await text()).toMatch(/▌ +site\//);
});

test('a narrow terminal shows only the active side of the file screen', async () => {
  await open('/', { columns: 80 });
  await see(/▶ Cluster/);
  expect(await text()).not.toMatch(/Local disk/);
  await deck.press('tab');
  expect(await see(/▶ Local disk/)).not.toMatch(/Cluster \//);
});

test('Enter opens a directory, and h returns with the cursor where it was', async () => {
  await open();
  await see(/backups\//);
  await deck.press('down', 'down');
  await see(/▌ +projects\//);
  await deck.press('enter');
  await see(/▶ Cluster \/projects/);
  await deck.press('h');
  await see(/▶ Cluster \/\n[^]*notes\.txt[^]*▌ +projects\//);
  await deck.press('tab', 'enter');
  await see(/▶ Local disk \S+\/site[^]*index\.html/);
  await deck.press('left');
  await see(/▌ +site\//);
});

test('a directory that does not exist is known to be missing, and only its creation is offered', async () => {
  await open('/nosuch');
  const shown = await see(/There is no "\/nosuch"/);
  expect(shown).toMatch(/It does not exist\. It is checked/);
  expect(shown).not.toMatch(/No answer yet|next try/i);
  expect(shown).toMatch(/n new directory/);
  expect(shown).not.toMatch(/N names/);
  await see(/notes\.txt/);
  await deck.press('tab', 'a');
  expect(await see(/Actions/)).toMatch(/the cluster directory does not exist/);
});

test('a directory may be typed with a slash after the one that the field begins with', async () => {
  await open();
  await see(/backups\//);
  await deck.press('n');
  await guard();
  await deck.type('/added//here\r');
  expect(await see(/Press y/)).toMatch(/\{"dir":"\/added\/here"\}/);
});

test('the marked files are uploaded, directories with their content', async () => {
  await open('/scratch');
  await see(/notes\.txt/);
  await deck.press('tab', 'space', 'space');
  expect(await text()).toMatch(/2 marked/);
  await deck.press('u');
  await see(/Upload 2 entries to \/scratch[^]*2 files, 18 B, in 1 directory/);
  await agree();
  await see(/Upload 2 entries to \/scratch: done/);
  expect(await namesIn('/scratch')).toEqual(expect.arrayContaining(['notes.txt', 'site']));
  expect(await namesIn('/scratch/site')).toEqual(['index.html']);
});

test('an upload that would replace a file says so', async () => {
  await open('/scratch');
  await see(/notes\.txt/);
  await deck.cockpit.api.createDirectory({ body: { dir: '/scratch/site' } });
  await deck.press('ctrl-r', 'tab', 'u');
  await see(/already there, and replaced or added to: site/);
  expect(await text()).toMatch(/Type site and press Enter/);
});

test('a directory is downloaded with its content, and no local file is overwritten', async () => {
  await open('/scratch');
  await see(/notes\.txt/);
  await deck.press('tab', 'space', 'u');
  await agree();
  await see(/: done/);
  await deck.press('tab');
  await filter('site');
  await deck.press('w');
  await see(/into the directory/);
  await guard();
  await deck.type('\r');
  await see(/site already exists/);
  mkdirSync(join(folder, 'back'));
  await deck.type('/back\r');
  await vi.waitFor(() =>
    expect(readFileSync(join(folder, 'back', 'site', 'index.html'), 'utf8')).toBe('<p>hello</p>'),
  );
});

test('deleting a directory shows what is lost, and requires its name', async () => {
  await open('/');
  await see(/projects\//);
  await filter('projects');
  await deck.press('D');
  await see(/▲ \S+ files and \S+ directories in it, \S+ \SiB, are lost for good/);
  await see(/Type projects and press Enter/);
});

test('several marked files cannot be deleted at once', async () => {
  await open('/');
  await see(/projects\//);
  await deck.press('space');
  await deck.type('D');
  expect(await text()).toMatch(/one at a time/);
});

test('a directory is created, given a quota, and the quota is read back', async () => {
  await open('/scratch');
  await see(/latest@/);
  await create('mine');
  await see(/Create a directory in \/scratch: done/);
  await filter('mine');
  await deck.press('Q');
  await see(/Set the quota of \/scratch\/mine/);
  await guard();
  await deck.type('2G\r');
  expect(await see(/Press y/)).toMatch(/ceph\.quota\.max_bytes -v 2147483648 \/scratch\/mine/);
  await guard();
  await deck.type('y');
  await see(/: done/);
  await deck.press('i');
  const page = await see(/Directory \/scratch\/mine/);
  expect(page).toMatch(/quota +2\.0 GiB/);
  expect(page).toMatch(/stored in the pool +storefs-data/);
  expect(page).not.toMatch(/dir subdirs|max files/);
});

test('the pool of a directory is chosen among the possible ones', async () => {
  await open('/');
  await see(/backups\//);
  await deck.press('P');
  await see(/possible: /);
  await guard();
  await deck.type('no-such-pool\r');
  expect(await see(/files cannot be stored in no-such-pool/)).toMatch(/now in the pool/);
});

test('a local directory that cannot be read gives the reason, and the cluster stays visible', async () => {
  await open('/');
  await see(/notes\.txt/);
  deck.cockpit.view.setState({ overlays: [] });
  await deck.command(`fs / ${folder}/nowhere`);
  expect(await see(/ENOENT/)).toMatch(/backups\//);
});

test('the dialog shows the progress of an upload, which can be cancelled there', async () => {
  const seen = Promise.withResolvers<void>();
  writeFileSync(join(folder, 'big.bin'), Buffer.alloc(300_000));
  await open(
    '/scratch',
    answering({
      async uploadFile({ form: { file } }, { signal }) {
        let pieces = 0;
        for await (const _ of file.content) {
          await deck.clock.advance(1000);
          if (++pieces < 3) continue;
          seen.resolve();
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
        }
      },
    }),
  );
  await see(/big\.bin/);
  await deck.press('tab');
  await filter('big');
  await deck.press('u');
  await agree();
  await seen.promise;
  await see(/Sent, waiting[^]*big\.bin: \d\d%, \S+ KiB of 293 KiB/);
  await deck.press('X');
  await see(/Stop uploading big\.bin/);
  await deck.press('enter');
  await see(/Outcome unknown/);
});

test('an upload whose files are not listed sends nothing and says so, and listing stops with the dialog', async () => {
  await open('/scratch');
  await see(/notes\.txt/);
  const row = { path: folder, name: 'mine', isDirectory: true, type: 'DIR' } as FileRow;
  const { execution, needs } = uploadPlan(deck.cockpit, [row], { to: '/scratch', there: [] });
  await expect(execution.kind === 'steps' && execution.run({})).rejects.toThrow('not listed yet');
  await expect(needs[0]?.read(deck.cockpit.api, AbortSignal.abort(new Error('closed')))).rejects.toThrow(
    'closed',
  );
});

test('a directory of very many entries is downloaded', async () => {
  const entries = Array.from(
    { length: 200_000 },
    (_, index) => ({ path: `f${index}`, type: 'FILE' }) as const,
  );
  const asked: string[] = [];
  await open(
    '/',
    answering({
      listFilesWithStats: async ({ query: { dir } }) =>
        await Promise.resolve({ entries: dir === '/many' ? entries : [{ path: 'many', type: 'DIR' }] }),
      async downloadFile({ query: { path } }, { signal }) {
        asked.push(path);
        for (const { id } of deck.cockpit.transfers.store.getState().running) deck.cockpit.transfers.stop(id);
        return await new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('stopped'))),
        );
      },
    }),
  );
  await see(/many/);
  await deck.press('w');
  await fill(deck, [folder]);
  await vi.waitFor(() => expect(asked).toEqual(['/many/f0']), 20_000);
});

test('a request with a closed dialog reports its failure at the bottom of the screen', async () => {
  const held = Promise.withResolvers<void>();
  await open(
    '/scratch',
    answering({
      async createDirectory() {
        await held.promise;
        throw new Refusal(409, 'there is no room for it');
      },
    }),
  );
  await see(/latest@/);
  await create('mine');
  await deck.press('esc');
  held.resolve();
  await see(/Create a directory in \/scratch: nothing was changed\. there is no room for it/);
});

test('a key that belongs to the other side of the file screen says so', async () => {
  await open();
  await see(/notes\.txt/);
  await deck.type('u');
  await see(/upload: Tab goes to the local disk/);
  await deck.press('tab');
  await deck.type('w');
  await see(/download: Tab goes to the cluster/);
});

test('a local directory that is on the screen is read again every two seconds', async () => {
  await open();
  await see(/notes\.txt/);
  writeFileSync(join(folder, 'later.txt'), 'written meanwhile');
  await deck.clock.advance(1000);
  expect(await text()).not.toMatch(/later\.txt/);
  const nextSecond = () => deck.clock.advance(1000).then(text);
  await expect.poll(nextSecond, { timeout: 30_000 }).toMatch(/later\.txt/);
});
