import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { contract } from '../../../src/api/contract/index.ts';
import { ApiError } from '../../../src/api/failure.ts';
import type { Operation } from '../../../src/api/operation.ts';
import { localUpload, withContent, withFile } from '../../../src/screens/action/call.ts';
import { deck, openDeck } from '../openedDeck.ts';

async function localFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storedeck-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'report.txt');
  await writeFile(path, 'twelve bytes');
  return path;
}

test('a local file that is gone before its upload is named with the reason', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' });
  const failure = (path: string) => {
    try {
      return localUpload(deck.cockpit, path).name;
    } catch (error) {
      return error instanceof ApiError ? error.failure : error;
    }
  };
  expect(failure('/nowhere/report.txt')).toEqual({
    kind: 'refused',
    message: expect.stringMatching(/^\/nowhere\/report\.txt cannot be read: .*ENOENT/),
  });
  expect(failure(await localFile())).toBe('report.txt');
});

test('a form sends the content of a local file, with its size if the operation asks for it', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' });
  const path = await localFile();
  const sent = (operation: Operation, form: Record<string, unknown>) =>
    withContent(deck.cockpit, operation, { form });
  expect(sent(contract.uploadFile, { file: path }).form).toMatchObject({
    file: { name: 'report.txt', size: 12 },
  });
  const { size, key, file } = sent(contract.uploadS3Object, { key: 'a', file: path }).form as Record<
    string,
    unknown
  >;
  expect([key, file]).toMatchObject(['a', { name: 'report.txt' }]);
  expect(size).toBe(Object.hasOwn(contract.uploadS3Object.form.properties, 'size') ? 12 : undefined);
  // An operation without a file is sent unchanged.
  const input = { form: { file: path } };
  expect(withContent(deck.cockpit, contract.createPool, input)).toBe(input);
});

test('a field for a local file refuses a path that is no file', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' });
  const field = {
    name: 'form.file',
    label: 'file',
    hint: '',
    initial: '',
    read: (value: string) => ({ value }),
  };
  expect(withFile(deck.cockpit, field)).toBe(field);
  const upload = withFile(deck.cockpit, { ...field, upload: true });
  const path = await localFile();
  expect(upload.path).toBe('local');
  expect(upload.read(path)).toEqual({ value: path });
  expect(upload.read('')).toEqual({ problem: 'Name a local file.' });
  expect(upload.read('/nowhere')).toEqual({ problem: 'There is no file /nowhere.' });
});
