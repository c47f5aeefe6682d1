import { expect, test } from 'vitest';
import { addLuns } from '../../../../src/service/ceph/iscsi/disks.ts';
import type { IscsiServiceModel, LunHolder } from '../../../../src/service/iscsi/service.ts';

const SERVICE: IscsiServiceModel = {
  iqn: 'iqn.2001-07.com.ceph:x-1',
  gateways: [],
  clients: new Map(),
  groups: new Map(),
};
const holder = (): LunHolder => ({ name: 'alpha', luns: [] });
const disks = (...names: string[]) => names.map((name) => ({ pool: 'rbd', name }));
const numbers = ({ luns }: LunHolder) => luns.map(({ id, image }) => [id, image]);

test('disks get the lowest free LUNs above that of the controller', () => {
  const alpha = holder();
  addLuns(SERVICE, alpha, disks('a', 'b', 'c'));
  alpha.luns = alpha.luns.filter(({ image }) => image !== 'b');
  addLuns(SERVICE, alpha, disks('d', 'e'));
  expect(numbers(alpha)).toEqual([
    [1, 'a'],
    [3, 'c'],
    [2, 'd'],
    [4, 'e'],
  ]);
});

test('a disk has the same WWN for all clients of a service, and a different one in other services', () => {
  const wwnFor = (service: IscsiServiceModel) => {
    const client = holder();
    addLuns(service, client, disks('a'));
    return client.luns[0]?.wwn;
  };
  expect(wwnFor(SERVICE)).toMatch(/^naa\.6001405[0-9a-f]{25}$/);
  expect(wwnFor(SERVICE)).toBe(wwnFor(SERVICE));
  expect(wwnFor({ ...SERVICE, iqn: 'iqn.2001-07.com.ceph:x-2' })).not.toBe(wwnFor(SERVICE));
});

test('a client gets either all of the disks or none', () => {
  const alpha = holder();
  addLuns(SERVICE, alpha, disks('a'));
  expect(() => addLuns(SERVICE, alpha, disks('b', 'a'))).toThrow(
    expect.objectContaining({
      status: 409,
      message: expect.stringMatching(/already has the disk rbd\/a/) as string,
    }),
  );
  expect(numbers(alpha)).toEqual([[1, 'a']]);
});

test('a client can have as many disks as there are LUNs', () => {
  const alpha = holder();
  addLuns(SERVICE, alpha, disks(...Array.from({ length: 255 }, (_, index) => `disk${index}`)));
  expect(alpha.luns.at(-1)?.id).toBe(255);
  expect(() => addLuns(SERVICE, alpha, disks('one-more'))).toThrow(
    expect.objectContaining({ status: 409, message: expect.stringMatching(/more than 255/) as string }),
  );
});
