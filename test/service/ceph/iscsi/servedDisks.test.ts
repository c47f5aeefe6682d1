import { expect, test } from 'vitest';
import { servedDisks } from '../../../../src/service/ceph/iscsi/servedDisks.ts';
import type { SavedIscsi } from '../../../../src/service/ceph/iscsi/services.ts';

const lun = (pool: string, image: string) => ({ pool, image, id: 1, wwn: 'naa.6001405' });
const client = (name: string, ...luns: SavedIscsi['clients'][number]['luns']) => ({
  name,
  credentials: { username: '', password: '' },
  luns,
});
const service: SavedIscsi = {
  iqn: 'iqn.2001-07.com.ceph:x-1',
  gateways: [],
  clients: [client('alpha', lun('rbd', 'disk')), client('beta', lun('rbd', 'disk'))],
  groups: [{ name: 'hosts', members: [], luns: [lun('fast', 'shared')] }],
};
const served = servedDisks({ entries: async () => [[7, service]] }, async ({ image }) =>
  image === 'shared' ? ['coded'] : [],
);
const refused = (message: string) => expect.objectContaining({ status: 409, message }) as Error;

test('an image that is a disk of clients is not changed, and the refusal names the client', async () => {
  await expect(served.requireFree({ pool: 'rbd', image: 'disk' }, 'renamed')).rejects.toEqual(
    refused(
      'rbd/disk is a disk of alpha of iSCSI service 7 and 1 more: remove it there first, then it can be renamed',
    ),
  );
  await served.requireFree({ pool: 'fast', image: 'disk' }, 'deleted');
});

test('the pool of a disk and the pool of its data are not deleted', async () => {
  await expect(served.requirePoolFree('fast', 'renamed')).rejects.toEqual(
    refused(
      'fast/shared is a disk of hosts of iSCSI service 7: remove it there first, then the pool fast can be renamed',
    ),
  );
  await expect(served.requirePoolFree('coded', 'deleted')).rejects.toThrow('fast/shared is a disk of hosts');
  await served.requirePoolFree('other', 'deleted');
});

test('renaming a pool does not read the data pools of disks, because images refer to them by id', async () => {
  await served.requirePoolFree('coded', 'renamed');
});
