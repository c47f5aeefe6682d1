import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitForGuard } from '../steps.ts';
import { Site } from './onService.ts';

/** The size in bytes of the file that is sent and fetched, larger than any buffer on the way. */
const SIZE = 20 * 1024 * 1024;

/** Content in which no two chunks are equal. */
function content(): Buffer {
  const bytes = Buffer.alloc(SIZE);
  let state = 1;
  for (let at = 0; at < SIZE; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes.writeUInt32LE(state, at);
  }
  return bytes;
}

test('a large file is uploaded to the filesystem and downloaded unchanged', async () => {
  await using site = await Site.open();
  const { deck, api } = site;
  const sent = content();
  mkdirSync(join(deck.home.folder, 'out'));
  writeFileSync(join(deck.home.folder, 'out', 'disk.img'), sent);

  await deck.command('fs /scratch out');
  await deck.see(/Local disk \S+\/out[^]*disk\.img +20\.0 MiB/);
  // The destination of a file must be known before it is sent.
  await deck.see(/run-\d+\//);
  deck.press('Tab', 'u');
  expect(await deck.see(/1 file, 20\.0 MiB/)).toMatch(/PUT \/storefs\/upload\?path=%2Fscratch%2Fdisk\.img/);
  await site.agree();
  await deck.see(/Upload disk\.img to \/scratch: done/);
  const { entries } = await api.listFilesWithStats({ query: { dir: '/scratch' } });
  expect(entries?.find(({ path }) => path === 'disk.img')?.size).toBe(SIZE);
  expect((await deck.audited(1)).map(({ id }) => id)).toEqual(['uploadFile']);

  await deck.see(/│ +disk\.img +20\.0 MiB/);
  deck.press('Tab');
  await deck.see(/▶ Cluster/);
  await deck.filter('disk.img');
  await deck.see(/1\/\d+/);
  deck.press('w');
  await deck.see(/into the directory/);
  await waitForGuard();
  deck.press('Enter');
  await deck.see(/disk\.img already exists/);
  await site.fill(/into the directory/, deck.home.folder);
  deck.press('Enter');
  await deck.see(/Saved \S+disk\.img \(20\.0 MiB\)/);
  expect(readFileSync(join(deck.home.folder, 'disk.img')).equals(sent)).toBe(true);
});

test('a large object is uploaded to a bucket and downloaded unchanged', async () => {
  await using site = await Site.open();
  const { deck, api } = site;
  const sent = content();
  writeFileSync(join(deck.home.folder, 'disk.img'), sent);
  const [bucket = ''] = (await api.listS3Buckets()).map(({ bucket }) => bucket ?? '');

  await deck.command(`objects ${bucket}`);
  await deck.see(/Objects +\S+ +/);
  deck.press('u');
  await deck.see(/local file/);
  await waitForGuard();
  deck.type('disk.img');
  await deck.see(/> disk\.img/);
  deck.press('Tab');
  await site.fill(/key of the object/, 'sent/');
  deck.press('Enter');
  await site.confirm('yes');
  await deck.see(/Upload into \S+: done/);
  const { size } = await api.getS3ObjectMetadata({
    params: { bucketName: bucket },
    query: { key: 'sent/disk.img' },
  });
  expect(size).toBe(SIZE);
  // With a known size the service does not have to keep it in memory.
  expect((await deck.audited(1))[0]).toMatchObject({ input: { form: { key: 'sent/disk.img', size: SIZE } } });

  await deck.command(`objects ${bucket} sent/`);
  await deck.see(/disk\.img +object +20\.0 MiB/);
  deck.press('w');
  await deck.see(/save as/);
  await waitForGuard();
  await site.fill(/save as/, 'back.img');
  deck.press('Enter');
  await deck.see(/Saved \S+back\.img \(20\.0 MiB\)/);
  expect(readFileSync(join(deck.home.folder, 'back.img')).equals(sent)).toBe(true);
});
