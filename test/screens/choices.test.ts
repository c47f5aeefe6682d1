import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { flow, input, openForm, openOperation, step } from './formSteps.ts';
import { deck, guard, openScreen, see, text } from './openedDeck.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Opens an operation in the explorer, over a screen. */
async function explore(id: string): Promise<void> {
  await openScreen('pools');
  await openOperation(id);
}

/** Fills in the first fields, and goes to the next one. */
async function behind(...texts: readonly string[]): Promise<void> {
  for (const typed of texts) {
    await deck.type(typed);
    await deck.press('tab');
  }
}

describe('values chosen from a list', () => {
  test('the key of an object is chosen from a list of its bucket', async () => {
    await explore('deleteS3Object');
    const bucketName = 'backup-daily';
    await behind(bucketName);
    const { objects = [] } = await deck.cockpit.api.listS3Objects({
      params: { bucketName },
      query: { flatView: true, max: 1 },
    });
    expect(objects).toHaveLength(1);
    expect(await see(/to choose from/)).toContain(objects[0]!.key);
  });

  test('a path under a directory that does not exist yet says so, and not that it is not known', async () => {
    await openScreen('files');
    await deck.press('n');
    await guard();
    await deck.type('none/such/new');
    expect(await see(/there is no "\/none\/such"/)).not.toContain('not known');
  });

  test('the parent of a cloned image is chosen from lists of pool, image and snapshot', async () => {
    await explore('createImage');
    const pool = 'vm-disks';
    const { data = [] } = await deck.cockpit.api.listImages({ params: { pool }, query: {} });
    const parent = data.find(({ snaps = [] }) => snaps.length > 0);
    const snapshot = parent?.snaps?.[0]?.name;
    if (parent?.name === undefined || snapshot === undefined) throw new Error('no image has a snapshot');
    const fields = flow()?.plan.fields.map(({ name }) => name) ?? [];
    expect(fields).toEqual(
      expect.arrayContaining(['body.parent.pool', 'body.parent.image', 'body.parent.snapshot']),
    );
    await behind(pool, 'copy', '1024', '', '', pool);
    await deck.type(parent.name);
    expect(await see(/of 38 to choose from/)).toMatch(new RegExp(`${parent.name} +\\d`));
    await deck.press('tab');
    expect(await see(/to choose from/)).toContain(snapshot);
    await deck.type(snapshot);
    await deck.send('\r');
    const { plan, values } = flow()!;
    expect('preview' in plan.execution && plan.execution.preview(values)).toMatchObject({
      params: { pool },
      body: { name: 'copy', size: 1024, parent: { pool, image: parent.name, snapshot } },
    });
  });

  test('the name of a graph is chosen from a list', async () => {
    await explore('getGraph');
    await deck.type('pool-by');
    expect(await text()).toMatch(/pool-bytes +of pool/);
  });

  test('the number of a network interface is chosen from a list of its server', async () => {
    await openForm('nics', 'X');
    await behind('stor-02');
    expect(await see(/4 to choose from/)).toMatch(/│ +4 +ens2f0 [\d./]+ 10\.20\.254\.10/);
  });

  test('the servers of an HA group are chosen from a list, several of them, with interfaces', async () => {
    await openForm('ha', 'n');
    await behind('10.0.0.99', 'nfs');
    await see(/stor-01 +│[^]*stor-02 nic 4 +ens2f0 [\d./]+ 10\.20\.254\.10[^]*to choose from/);
    await deck.press('down');
    await deck.press('tab');
    await deck.press('shift-tab');
    expect(await input()).toBe('stor-01');
    await deck.press('end');
    await deck.type(', stor-02');
    await deck.send('\r');
    expect(flow()?.values).toMatchObject({
      'body.servers': [{ server: expect.any(Number) }, { server: expect.any(Number) }],
    });
  });

  test('the servers of an iSCSI service are chosen from a list with their addresses, and so is the address of one more', async () => {
    await openForm('iscsi', 'n');
    const shown = await see(/to choose from/);
    const [, ip = ''] = /stor-02=([\d.]+) +2 +\w+/.exec(shown) ?? [];
    expect(ip).toMatch(/^10\./);
    expect(shown).not.toContain('=127.');
    await deck.press('esc', 'esc');
    await openForm('iscsi', 'A');
    await behind('stor-02');
    expect(await see(/to choose from/)).toMatch(new RegExp(`│ +${ip.replaceAll('.', '\\.')} +\\w+`));
  });

  test('the disks of an iSCSI client are chosen from a list, on its screen and in the explorer', async () => {
    await openForm('iscsi-client-disks 1 iqn.1998-01.com.example:backup', 'n');
    const shown = await see(/to choose from/);
    expect(shown).toMatch(/volumes\/\S+ +\d/);
    await deck.press('down');
    await deck.send('\r');
    const first = flow()?.values['body'];
    expect(first).toEqual([{ pool: expect.any(String), name: expect.any(String) }]);
    await deck.press('esc', 'esc');
    await openOperation('addIscsiGroupDisks');
    await behind('1', 'group');
    expect(await see(/to choose from/)).toMatch(/volumes\/\S+ +\d/);
  });
});

test('a form takes its choices from what its screen has just read, without a request of its own', async () => {
  await openScreen('s3-users');
  const requests = () => deck.cockpit.requests.list().filter(({ id }) => id === 'listS3Users').length;
  expect(requests()).toBe(1);
  await openOperation('deleteS3User');
  await see(/to choose from/);
  expect(requests()).toBe(1);
});

describe('abbreviated values', () => {
  test('an unambiguous beginning is accepted for a keyword of a field, with or without special rules for the field', async () => {
    await openForm('pools', 'n');
    await behind('test');
    await deck.type('rb');
    await deck.send('\r');
    expect(flow()?.values).toMatchObject({ 'body.application': 'rbd' });
  });

  test('an abbreviation is never accepted for the name of an object, which must be typed in full or chosen', async () => {
    await openForm('nfs', 'n');
    await deck.type('stor-0');
    await deck.send('\r');
    expect(step()).toBe('form');
    expect(await text()).toContain('There is no server stor-0');
  });
});

test('a local path is completed and chosen from its directory', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'paths-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await mkdir(join(directory, 'images', 'nightly'), { recursive: true });
  await writeFile(join(directory, 'images', 'one.raw'), 'x'.repeat(2048));
  await writeFile(join(directory, 'index.txt'), '');

  await openForm('objects backup-daily', 'u');
  await deck.type(`${directory}/`);
  expect(await see(/2 to choose from/)).toMatch(/images\/[^]*index\.txt/);
  await deck.type('i');
  await deck.press('tab');
  expect(flow()?.phase).toMatchObject({ field: 1 });
  await deck.press('shift-tab', 'end');
  await deck.type('m');
  await deck.press('tab');
  expect(flow()?.phase).toMatchObject({ field: 0, texts: [`${directory}/images/`, expect.anything()] });
  expect(await see(/2 to choose from/)).toMatch(/nightly\/[^]*one\.raw +2\.0 KiB/);
  await deck.press('down', 'down');
  await deck.send('\r');
  expect(flow()?.phase).toMatchObject({ field: 1, texts: [`${directory}/images/one.raw`, ''] });
});
