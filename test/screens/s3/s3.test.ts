import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fill } from '../dialogSteps.ts';
import { answering, deck, guard, openScreen, see, text } from '../openedDeck.ts';

/** Moves the cursor of a list to the row with this name. */
async function to(name: string): Promise<void> {
  await deck.press('/', ...name.split(''), 'enter');
}

/** Completes the form for the quota in bytes of an S3 user. */
async function typeQuota(size: string): Promise<void> {
  await openScreen('s3');
  await to('webshop');
  await deck.press('u');
  await guard();
  await deck.press('tab', 'ctrl-u');
  await deck.type(`${size}\r`);
}

test('S3 users are listed with their quotas beside their use', async () => {
  await openScreen('s3');
  const shown = await see(/analytics/);
  expect(shown).toMatch(/USER +NAME +STATE +BUCKETS +SIZE +OBJECTS +USED +QUOTA/);
  expect(shown).toMatch(/analytics +Analytics +active +1 +\d\S* MiB +\S+ +<1% 500 GiB/);
  expect(shown).toMatch(/jdoe +Jane Doe +suspended/);
});

test('a suspended S3 user is listed as a problem', async () => {
  await openScreen('s3');
  await deck.press('!');
  const shown = await text();
  expect(shown).toMatch(/jdoe/);
  expect(shown).not.toMatch(/analytics/);
});

test('the form of a bucket says that a name is free only once the name is filled in', async () => {
  await openScreen('buckets');
  await see(/scratch/);
  await deck.press('n');
  expect(await see(/Create a bucket/)).not.toMatch(/no bucket had this name/);
  await fill(deck, ['photos', 'admin']);
  await see(/✓ no bucket had this name when last read[^]*Press y/);
});

test('an S3 user with buckets cannot be deleted, and the dialog names them', async () => {
  await openScreen('s3');
  await to('backup');
  await deck.press('D');
  const shown = await text();
  expect(shown).toMatch(/✗ it owns \S+, \S+: delete them or change their owner/);
  expect(shown).toMatch(/its sub-users and their keys are deleted/);
  expect(shown).toMatch(/It cannot be done now/);
});

test('the quota of an S3 user is typed as a size with a unit and sent in KiB', async () => {
  await typeQuota('10G');
  expect(await text()).toMatch(
    /PUT \/s3\/users\/webshop\/quota \{"enabled":true,"maxSizeKb":10485760,"maxObjects":-1\}/,
  );
  await guard();
  await deck.type('y');
  await deck.clock.advance(6000);
  expect(await see(/webshop[^\n]*10\.0 GiB/)).toMatch(/webshop/);
});

test('an S3 key is shown with its secret masked, and v reveals it', async () => {
  await openScreen('s3');
  await see(/webshop/);
  await to('webshop');
  await deck.press('K');
  expect(await see(/access key +\w{20}/)).toMatch(/secret key +\*{8}/);
  await deck.press('v');
  await see(/secret key +\S{40}/);
  await deck.press('esc');
  expect(await text()).toMatch(/secret key +\*{8}/);
});

test('the configuration file of an S3 user is saved for its owner only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'storedeck-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await openScreen('s3');
  await to('webshop');
  await deck.press('w');
  await guard();
  await deck.press('ctrl-u');
  await deck.type(`${folder}/cfg\r`);
  await see(/Saved \S+\/cfg/);
  expect(readFileSync(join(folder, 'cfg'), 'utf8')).toMatch(/secret_key/);
  expect(statSync(join(folder, 'cfg')).mode & 0o777).toBe(0o600);
});

test('Enter lists the buckets of a user, and o leads to its sub-users, whose rights are changed with y', async () => {
  await openScreen('s3');
  await to('backup');
  await deck.press('enter');
  await see(/Buckets +backup/);
  await deck.press('esc', 'o', 'down', 'enter');
  await see(/Sub-users +backup/);
  await deck.press('e');
  await guard();
  await deck.press('ctrl-u');
  await deck.type('read-w\r');
  expect(await text()).toMatch(/PATCH \/s3\/users\/backup\/\w+ \{"permissions":"read-write"\}/);
  await guard();
  await deck.type('y');
  await deck.clock.advance(6000);
  await see(/\d +─[^]*read-write/);
});

test('a bucket with objects can be deleted only together with them, and its size is shown', async () => {
  await openScreen('buckets webshop');
  await see(/Buckets +webshop/);
  await deck.press('D');
  expect(await text()).toMatch(/✗ it holds \S+ objects, [^:]+: X deletes it with them/);
  await deck.press('esc', 'X');
  const shown = await text();
  expect(shown).toMatch(/▲ \S+ objects, \S+ \SiB are lost for good/);
  expect(shown).toMatch(/"deleteData":true/);
});

test('a new grant is added to the existing ones', async () => {
  await openScreen('buckets webshop');
  await deck.press('A');
  await see(/Grants of a bucket[^]*webshop[^\n]*FullControl/);
  await deck.press('n');
  await guard();
  await deck.press('tab');
  await deck.type('media\r');
  expect(await text()).toMatch(
    /"acl":\[\{"grantee":"SINGLE_USER","userId":"webshop","permission":"FullControl"\}[^\]]*\{"grantee":"SINGLE_USER","userId":"media","permission":"Read"\}\]/,
  );
  await guard();
  await deck.type('y');
  await deck.clock.advance(8000);
  await see(/media[^\n]* Read +SINGLE_USER/);
});

test('prefixes work as folders: Enter opens one, h goes up to its row, and Esc leaves', async () => {
  await openScreen('buckets');
  await to('backup');
  await deck.press('enter');
  const top = await see(/prefix/);
  const [, folder = ''] = /▌(\S+\/) +prefix/.exec(top) ?? [];
  await deck.press('enter');
  await see(new RegExp(`Objects +\\S+ › ${folder}`));
  await deck.press('h');
  await see(new RegExp(`▌${folder} +prefix`));
  await deck.press('esc');
  await see(/▶ Buckets/);
});

test('c copies an object and e moves it', async () => {
  await openScreen('objects shop-images');
  await deck.press('F');
  await see(/everything below/);
  for (const [key, operation] of [
    ['c', 'copyS3Object'],
    ['e', 'moveS3Object'],
  ] as const) {
    await deck.press(key);
    const top = deck.cockpit.view.getState().overlays.at(-1);
    expect(top?.kind === 'action' && top.flow.plan.execution).toMatchObject({ operation });
    await deck.press('esc');
  }
});

test('the metadata of an object is replaced from a form that contains the present values', async () => {
  await openScreen('objects webshop-assets');
  deck.cockpit.view.setState({ overlays: [] });
  const { api } = deck.cockpit;
  const [bucket = ''] = (await api.listS3Buckets()).flatMap(({ bucket, owner }) =>
    owner === 'webshop' ? [bucket ?? ''] : [],
  );
  await deck.command(`objects ${bucket}`);
  await deck.press('F');
  await see(/everything below/);
  await deck.press('E');
  await see(/Set the metadata of/);
  await guard();
  await deck.press('down');
  await deck.type('max-age=60\r');
  expect(await text()).toMatch(/"contentType":"[^"]+","cacheControl":"max-age=60"/);
});

test('the key m reads more objects than fit on a page', async () => {
  await openScreen(
    's3',
    answering({
      listS3Objects: ({ query: { max = 0, continuationToken = '0' } = {} }) => ({
        objects: Array.from({ length: max }, (_, index) => ({
          key: `k${Number(continuationToken) + index}`,
        })),
        continuationToken: String(Number(continuationToken) + max),
      }),
    }),
  );
  await deck.command('objects any');
  await see(/500, m reads more/);
  await deck.press('m');
  await see(/1000, m reads more/);
});

test('a new object is confirmed with one key, and one that replaces another with the word', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'storedeck-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'note.txt'), 'x'.repeat(43));
  await openScreen('objects shop-images');
  await see(/OBJECT|KEY/);
  const upload = async (wanted: RegExp) => {
    await deck.press('u');
    await guard();
    await deck.type(`${join(folder, 'note.txt')}\r`);
    return see(wanted);
  };
  expect(await upload(/Press y to go ahead/)).toMatch(/no object has that key/);
  await deck.press('y');
  await see(/: done/);
  await deck.press('ctrl-r');
  await see(/note\.txt +object/);
  expect(await upload(/Type note\.txt and press Enter/)).toMatch(
    /the object note\.txt of 43 B is replaced, and lost for good/,
  );
});

test('a bucket is not created without the owner that its form asks for', async () => {
  await openScreen('buckets');
  await deck.press('n');
  await fill(deck, ['pictures']);
  expect(await text()).toMatch(/It must be filled in/);
  expect(await text()).not.toMatch(/PUT \/s3\/buckets\/pictures/);
});

test('a name that no bucket can have is told at its field', async () => {
  await openScreen('buckets');
  await deck.press('n');
  await fill(deck, ['My_Bucket', 'webshop']);
  expect(await text()).toMatch(/▌ name[^]*Use 3 to 63 lower-case letters, digits, hyphens and single dots/);
});

test('a key of the list of buckets leads to the user whose quota one falls under', async () => {
  await openScreen('buckets');
  await to('shop-images');
  await deck.press('u');
  await see(/▌webshop/);
  await deck.press('b');
  await see(/Set the quota of each bucket of webshop[^]*most bytes +100G/);
});

test('a new bucket cannot take the name of another user’s bucket, which it would take away', async () => {
  await openScreen('buckets');
  await see(/shop-images +webshop/);
  await deck.press('n');
  await fill(deck, ['shop-images', 'jdoe']);
  const shown = await text();
  expect(shown).toMatch(/✗ shop-images belongs to webshop: use another name/);
  expect(shown).toMatch(/It cannot be done now/);
});

test('a quota below the use of an S3 user says that writes stop, and needs a whole word', async () => {
  await typeQuota('1K');
  const shown = await text();
  expect(shown).toMatch(/it holds as much already: its writes are refused at once/);
  expect(shown).toMatch(/Type yes and press Enter/);
});

test('giving a bucket to another owner needs a whole word', async () => {
  await openScreen('buckets');
  await to('shop-images');
  await deck.press('e');
  await fill(deck, ['jdoe']);
  expect(await text()).toMatch(/Type yes and press Enter/);
});
