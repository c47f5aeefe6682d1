import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { savePlan } from '../../../src/screens/action/save.ts';
import { deck, openDeck } from '../openedDeck.ts';

test('a file is saved under a new name in an existing directory, and under its own name in one that is named alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'storedeck-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'inner'));
  writeFileSync(join(folder, 'taken'), '');
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' }, 0);
  const call = {
    operation: 'downloadFile',
    title: 'Save it',
    target: 'it',
    input: { query: { path: '/a/b' } },
    effect: 'Saves it.',
  } as const;
  const fieldIn = (directory: string, name = 'keys') => {
    const [field] = savePlan(deck.cockpit, call, { name, directory }).fields;
    if (field === undefined) throw new Error('the form asks for nothing');
    return field;
  };
  const { initial, read, name, required, path } = fieldIn(folder);
  expect([name, initial, required, path]).toEqual(['local.path', join(folder, 'keys'), true, 'local']);
  expect(fieldIn('/').initial).toBe('/keys');
  expect(fieldIn('/', '../etc/passwd').initial).not.toContain('..');
  const inFolder = (...names: readonly string[]) => join(folder, ...names);
  expect(read('')).toEqual({ problem: 'Name a local file.' });
  expect(read(inFolder('fresh'))).toEqual({ value: inFolder('fresh') });
  expect(read(inFolder('inner'))).toEqual({ value: inFolder('inner', 'keys') });
  expect(read(inFolder('taken'))).toEqual({ problem: `${inFolder('taken')} already exists.` });
  expect(read(inFolder('none', 'x'))).toEqual({ problem: `There is no directory ${inFolder('none')}.` });
  expect(read('/no-such-file-here')).toEqual({ value: '/no-such-file-here' });
});
