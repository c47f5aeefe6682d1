import { expect, onTestFinished, test } from 'vitest';
import { addBackup, lastBackup } from '../../../../src/service/sim/backups/backups.ts';
import { checksumOf, encryptedConfiguration } from '../../../../src/service/sim/backups/contents.ts';
import { createSimEngine } from '../../../../src/service/sim/engine.ts';
import type { Model } from '../../../../src/service/sim/model/model.ts';
import {
  restoreBackups,
  saveBackup,
  saveBackupChoice,
} from '../../../../src/service/sim/persistence/backups.ts';
import { memoryPersistence } from '../../../../src/service/sim/persistence/persistence.ts';
import { fakeClock } from '../../../support/fakeClock.ts';

function bench(): Model {
  const engine = createSimEngine({ clock: fakeClock(), scale: 6, scenario: 'calm' });
  onTestFinished(() => engine.close());
  return engine.cluster.model;
}

const backup = (at: number) => ({
  at,
  bytes: 1,
  checksum: checksumOf(Buffer.from(String(at))),
  settings: [],
});

test('the newest thirty backups are kept, in memory and on disk', () => {
  const [model, persistence] = [bench(), memoryPersistence()];
  const ids = Array.from({ length: 31 }, (_, at) => addBackup(model, backup(at), persistence));
  expect([...model.configBackup.backups.keys()]).toEqual(ids.slice(1));
  expect([...persistence.load('backups').keys()]).toEqual(ids.slice(1));
  expect(lastBackup(model)?.at).toBe(30);
});

test('a backup made without a data directory is known until the process ends', () => {
  const model = bench();
  const id = addBackup(model, backup(5));
  expect(id).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(model.configBackup.backups.get(id)).toMatchObject({ at: 5 });
});

test('the data of a backup is encrypted with a new nonce each time and depends on the settings', () => {
  const model = bench();
  const sealed = (byte: number, value = 1) =>
    checksumOf(encryptedConfiguration(model, [['osd_max_backfills', value]], Buffer.alloc(32, byte)));
  expect(sealed(1)).toBe(sealed(1));
  expect(new Set([sealed(1), sealed(2), sealed(1, 2)]).size).toBe(3);
  const plain = encryptedConfiguration(model, [], Buffer.alloc(32)).toString('latin1');
  expect(plain).not.toContain(model.fsid);
});

test('saved backups and those of this run are ordered by their time after a restart, as is the choice to make them', () => {
  const [model, persistence] = [bench(), memoryPersistence()];
  const { configBackup } = model;
  configBackup.backups.clear();
  configBackup.backups.set('present', backup(20));
  configBackup.enabled = true;
  restoreBackups(model, persistence);
  expect([[...configBackup.backups.keys()], configBackup.enabled]).toEqual([['present'], true]);
  for (const [uuid, at] of [
    ['late', 30],
    ['early', 10],
    ['replaced', 5],
  ] as const)
    saveBackup(persistence, uuid, backup(at), undefined);
  saveBackup(persistence, 'middle', backup(15), 'replaced');
  saveBackupChoice(persistence, false);
  restoreBackups(model, persistence);
  expect([...configBackup.backups.keys()]).toEqual(['early', 'middle', 'present', 'late']);
  expect(configBackup.enabled).toBe(false);
});
