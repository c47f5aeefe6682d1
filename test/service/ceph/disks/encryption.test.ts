import { expect, test } from 'vitest';
import { encryptionReader } from '../../../../src/service/ceph/disks/encryption.ts';
import { disks } from '../../../../src/service/ceph/disks/read.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recordedCeph, refused, type Answer } from '../recordedCeph.ts';

const EACCES = -13;
const OSDS = [0, 1].map((osd) => ({ osd, uuid: `uuid-${osd}`, up: 1, in: 1, up_from: 1 }));

function reader(keys: Answer) {
  const { ceph, asked } = recordedCeph(fakeClock(), {
    status: { json: {} },
    'config-key ls': keys,
    'osd dump': async () => ({ rc: 0, outs: '', data: { osds: OSDS } }),
  });
  return { read: encryptionReader(ceph), asked };
}

test('the OSDs for whose disks the monitors have a key are encrypted, and are listed so', async () => {
  const { read } = reader({ json: ['storedeck/x', 'dm-crypt/osd/uuid-1/luks', 'dm-crypt/osd/gone/luks'] });
  const encrypted = await read();
  expect([...encrypted]).toEqual([1]);
  const listed = disks([{ id: 0 }, { id: 1 }], [], { nodes: [], stray: [] }, new Map(), encrypted);
  expect(listed.map((disk) => disk.encrypted)).toEqual([undefined, true]);
});

test('without keys of disks, or without the right to list keys, nothing is known to be encrypted', async () => {
  const none = reader({ json: ['mgr/x'] });
  expect([...(await none.read())]).toEqual([]);
  expect(JSON.stringify(none.asked)).not.toContain('osd dump');
  expect([...(await reader(refused(EACCES, 'access denied')).read())]).toEqual([]);
});
