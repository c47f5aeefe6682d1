import { beforeAll, expect, test } from 'vitest';
import type { IscsiLogin } from '../clients.ts';
import type { SectionTests } from '../suite.ts';
import { gatewayId } from './tools.ts';

const MIB = 2 ** 20;
const ALPHA: IscsiLogin = { initiator: 'iqn.2020-01.org.example:alpha' };
const BETA: IscsiLogin = {
  initiator: 'iqn.2020-01.org.example:beta',
  username: 'beta-user',
  password: 'Secret-Word-1',
};
const STRANGER: IscsiLogin = { initiator: 'iqn.2020-01.org.example:stranger' };
const NONE = { username: '', password: '' };
const GROUP = 'suite-group';
const DISKS = ['suite-disk-a', 'suite-disk-b', 'suite-disk-g'] as const;
/** LUNs in the notation of the programs. */
const DISK = /Type:DIRECT_ACCESS/g;

export const iscsiTests: SectionTests = (site) => {
  let serviceId = Number.NaN;
  const client = ({ initiator }: IscsiLogin) => ({ params: { serviceId, name: initiator } });
  const group = (name = GROUP) => ({ params: { serviceId, group: name } });
  const service = () => site().api.getIscsiService({ params: { serviceId } });
  const disk = (name: string, size = 8 * MIB) => ({ pool: site().traits.imagePool, name, size });
  const gone = (name: string) => ({ pool: site().traits.imagePool, name });
  const clientSeen = async ({ initiator }: IscsiLogin) =>
    (await service()).clients?.find(({ name }) => name === initiator);
  const groupSeen = async () => (await service()).groups?.find(({ name }) => name === GROUP);
  /** The number of disks that a client sees at the gateway of a server, or undefined without client programs. */
  const disksOf = async (login: IscsiLogin, server?: number) => {
    const text = await site().traits.clients?.iscsi.targets(login, server);
    return text === undefined ? undefined : (text.match(DISK) ?? []).length;
  };
  const expectDisks = async (login: IscsiLogin, count: number) => {
    const seen = await disksOf(login);
    if (seen !== undefined) expect(seen).toBe(count);
  };
  /** The id of a service, from its task. */
  const numberIn = (object = '') => Number(/\d+$/.exec(object)?.[0]);

  beforeAll(async () => {
    const [{ ip }] = site().traits.gateways;
    const servers = [{ serverId: await gatewayId(site(), 0), ip }];
    const task = await site().finished(await site().api.createIscsiService({ body: { servers } }));
    serviceId = numberIn(task.object);
  });

  test('a service is created on a server that has the given address', async () => {
    const [{ hostname, ip }] = site().traits.gateways;
    expect(await service()).toMatchObject({
      iqn: expect.stringMatching(/^iqn\./),
      gateways: [{ name: hostname, ip }],
      clients: [],
      groups: [],
    });
    const serverId = await gatewayId(site(), 0);
    const body = (server: object) => ({ body: { servers: [server] } });
    await site().declines('createIscsiService', 409, /gateway/, body({ serverId, ip }));
    const other = { serverId: await gatewayId(site(), 1), ip };
    await site().limited('createIscsiService', /ssh-config/, body(other));
    await site().declines('createIscsiService', 404, /99999/, body({ serverId: 99_999, ip }));
    await site().declines('createIscsiService', 400, /192\.0\.2\.7/, body({ serverId, ip: '192.0.2.7' }));
    await site().declines('getIscsiService', 404, /99999/, { params: { serviceId: 99_999 } });
  });

  test('clients can log in by their name, or with a password as well', async () => {
    await site().api.createIscsiClient({ ...client(ALPHA), body: NONE });
    const { username = '', password = '' } = BETA;
    await site().api.createIscsiClient({ ...client(BETA), body: { username, password: 'Another-Word-1' } });
    await site().api.updateIscsiClient({ ...client(BETA), body: { password } });
    expect(await clientSeen(BETA)).toMatchObject({ username, password, group: '', luns: [] });
    await site().declines('createIscsiClient', 409, /alpha/, { ...client(ALPHA), body: NONE });
    await site().declines('createIscsiClient', 400, /iSCSI name/, {
      params: { serviceId, name: 'alpha' },
      body: NONE,
    });
    await site().declines('updateIscsiClient', 400, /password/, { ...client(BETA), body: { password: 'x' } });
    await site().declines('updateIscsiClient', 404, /stranger/, { ...client(STRANGER), body: NONE });
  });

  test('the disk of a client is an image, which only that client sees, reads and writes', async () => {
    await site().api.addIscsiClientDisks({ ...client(ALPHA), body: [disk(DISKS[0])] });
    await site().api.addIscsiClientDisks({ ...client(BETA), body: [disk(DISKS[1], 16 * MIB)] });
    const [lun] = (await clientSeen(ALPHA))?.luns ?? [];
    expect(lun).toMatchObject({ pool: site().traits.imagePool, image: DISKS[0] });
    const params = { pool: site().traits.imagePool, rbd: DISKS[0] };
    expect(await site().api.getImage({ params })).toMatchObject({ size: 8 * MIB });
    await site().declines('addIscsiClientDisks', 409, /already/, {
      ...client(ALPHA),
      body: [disk(DISKS[0])],
    });
    await site().declines('addIscsiClientDisks', 400, /size/, { ...client(ALPHA), body: [gone('nix')] });
    await site().declines('addIscsiClientDisks', 404, /nix/, {
      ...client(ALPHA),
      body: [{ ...disk('x'), pool: 'nix' }],
    });
  });

  test('what a client writes is stored in the image, and no other client can access it', async () => {
    const { clients, imagePool } = site().traits;
    if (!clients) return;
    await expectDisks(ALPHA, 1);
    await expectDisks(BETA, 1);
    expect(await clients.iscsi.targets(STRANGER)).toBe('');
    const targetOf = async (login: IscsiLogin) =>
      /Target:(\S+)/.exec(await clients.iscsi.targets(login))?.[1] ?? '';
    const [alpha, beta] = [await targetOf(ALPHA), await targetOf(BETA)];
    expect(await clients.iscsi.size(ALPHA, alpha, 1)).toBe(8 * MIB);
    expect(await clients.iscsi.size(BETA, beta, 1)).toBe(16 * MIB);
    await clients.iscsi.write(ALPHA, alpha, 1, 'written by alpha');
    expect(await clients.iscsi.read(ALPHA, alpha, 1)).toBe('written by alpha');
    expect(await clients.rbd('export', `${imagePool}/${DISKS[0]}`, '-')).toMatch(/^written by alpha\0/);
    const { initiator } = BETA;
    await expect(clients.iscsi.size(STRANGER, alpha, 1)).rejects.toThrow(/not found/i);
    await expect(clients.iscsi.size(BETA, alpha, 1)).rejects.toThrow(/not found/i);
    await expect(clients.iscsi.size({ initiator }, beta, 1)).rejects.toThrow(/Authentication/);
    const wrong = { ...BETA, password: 'Wrong-Word-12' };
    await expect(clients.iscsi.size(wrong, beta, 1)).rejects.toThrow(/Authentication/);
  });

  test('a disk is removed from a client, and the image stays', async () => {
    for (const [login, name] of [
      [ALPHA, DISKS[0]],
      [BETA, DISKS[1]],
    ] as const) {
      await site().declines('deleteIscsiClient', 409, /disk/, client(login));
      await site().api.removeIscsiClientDisk({ ...client(login), body: gone(name) });
      expect(await clientSeen(login)).toMatchObject({ luns: [] });
      await site().declines('removeIscsiClientDisk', 404, /suite-disk/, {
        ...client(login),
        body: gone(name),
      });
      await expectDisks(login, 0);
      await site().api.getImage({ params: { pool: site().traits.imagePool, rbd: name } });
    }
  });

  test('the clients of a group share their disks', async () => {
    await site().api.updateIscsiClient({ ...client(BETA), body: NONE });
    const beta = { initiator: BETA.initiator };
    await site().api.createIscsiGroup(group());
    await site().declines('createIscsiGroup', 409, /suite-group/, group());
    await site().declines('createIscsiGroup', 400, /named/, group('a b'));
    const host = (login: IscsiLogin) => ({ params: { ...group().params, host: login.initiator } });
    await site().api.addIscsiGroupHost(host(ALPHA));
    await site().api.addIscsiGroupHosts({ ...group(), body: [ALPHA.initiator, BETA.initiator] });
    await site().declines('addIscsiGroupHost', 404, /stranger/, host(STRANGER));
    await site().declines('addIscsiGroupHosts', 404, /stranger/, { ...group(), body: [STRANGER.initiator] });
    await site().api.addIscsiGroupDisks({ ...group(), body: [disk(DISKS[2])] });
    await site().declines('addIscsiGroupDisks', 409, /already/, { ...group(), body: [disk(DISKS[2])] });
    expect(await groupSeen()).toMatchObject({
      members: [ALPHA.initiator, BETA.initiator],
      luns: [{ image: DISKS[2] }],
    });
    expect(await clientSeen(BETA)).toMatchObject({ group: GROUP, luns: [{ image: DISKS[2] }] });
    await expectDisks(ALPHA, 1);
    await expectDisks(beta, 1);
    await site().api.removeIscsiGroupHost(host(ALPHA));
    await expectDisks(ALPHA, 0);
    await expectDisks(beta, 1);
    await site().declines('removeIscsiGroupHost', 404, /alpha/, host(ALPHA));
    const hosts = { ...group(), body: [BETA.initiator] };
    await site().declines('deleteIscsiGroup', 409, /1 host/, group());
    await site().api.removeIscsiGroupHosts(hosts);
    await site().declines('removeIscsiGroupHosts', 404, /beta/, hosts);
    await site().declines('deleteIscsiGroup', 409, /1 disk/, group());
    await site().api.removeIscsiGroupDisk({ ...group(), body: gone(DISKS[2]) });
    await site().declines('removeIscsiGroupDisk', 404, /suite-disk/, { ...group(), body: gone(DISKS[2]) });
    await site().api.deleteIscsiGroup(group());
    expect(await groupSeen()).toBeUndefined();
  });

  test('another server can serve the same disks', async () => {
    const [{ ip: first }, { hostname, ip }] = site().traits.gateways;
    const body = { serverId: await gatewayId(site(), 1), ip };
    const params = { serviceId };
    await site().api.addIscsiClientDisks({ ...client(ALPHA), body: [gone(DISKS[0])] });
    await site().limited('addIscsiGateway', /ssh-config/, { params, body });
    const { api } = site().second;
    const task = await api.addIscsiGateway({ params, body });
    await site().second.finished(task);
    expect((await service()).gateways).toContainEqual({ name: hostname, ip });
    const seen = await disksOf(ALPHA, 1);
    if (seen !== undefined) expect(seen).toBe(1);
    const own = { params, body: { serverId: await gatewayId(site(), 0), ip: first } };
    await site().declines('addIscsiGateway', 409, /gateway/, own);
    await site().declines('addIscsiGateway', 404, /99999/, { params: { serviceId: 99_999 }, body });
    await site().declines('deleteIscsiService', 409, /disk/, { params });
    await site().api.removeIscsiClientDisk({ ...client(ALPHA), body: gone(DISKS[0]) });
  });

  test('the shell of a gateway is opened, if it has one', async () => {
    const params = { serviceId };
    if (site().traits.impossible.has('connectIscsiTerminal')) {
      await site().declines('connectIscsiTerminal', 501, /no shell/, { params });
      return;
    }
    expect(await site().api.connectIscsiTerminal({ params })).toMatchObject({ iscsi: true });
    await site().declines('connectIscsiTerminal', 404, /99999/, { params: { serviceId: 99_999 } });
  });

  test('clients are deleted, and then the service', async () => {
    for (const login of [ALPHA, BETA]) await site().api.deleteIscsiClient(client(login));
    await site().declines('deleteIscsiClient', 404, /alpha/, client(ALPHA));
    await site().api.deleteIscsiService({ params: { serviceId } });
    await site().declines('getIscsiService', 404, new RegExp(String(serviceId)), { params: { serviceId } });
    const { clients } = site().traits;
    if (clients) await expect(clients.iscsi.targets(ALPHA)).rejects.toThrow(/connect/);
    // The gateways have released the images.
    for (const rbd of DISKS) {
      const image = { params: { pool: site().traits.imagePool, rbd }, body: { thisWillDeleteData: rbd } };
      await site().finished(
        await site().eventually(
          () => site().api.deleteImage(image),
          () => true,
        ),
      );
    }
  });
};
