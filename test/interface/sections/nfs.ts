import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SectionTests } from '../suite.ts';
import { fileOf, gatewayId, nfsService } from './tools.ts';

const ROOT = '/suite-nfs';
const LOCAL = '127.0.0.0/8';

export const nfsTests: SectionTests = (site) => {
  let serviceId = Number.NaN;
  const service = () => ({ params: { serviceId } });
  const of = (exportId: number) => ({ params: { serviceId, exportId } });
  const upload = (path: string, content: string) =>
    site().api.uploadFile({ query: { path: ROOT + path }, form: { file: fileOf(content) } });
  const download = async (path: string) =>
    String(await site().content(await site().api.downloadFile({ query: { path: ROOT + path } })));
  const exported = async (id: number) =>
    (await site().api.listNfsExports(service())).find((entry) => entry.id === id);
  const create = async (nfsPath: string, path: string, rw: boolean) => {
    const body = { nfsPath, path: ROOT + path, access: [{ subnet: LOCAL, rw }] };
    const { id = Number.NaN } = await site().api.createNfsExport({ ...service(), body });
    return id;
  };
  const nfs = () => site().traits.clients?.nfs;

  beforeAll(async () => {
    for (const name of ['data', 'more'])
      await site().api.createDirectory({ body: { dir: `${ROOT}/${name}` } });
    await upload('/data/hello', 'hello from storefs');
    serviceId = await nfsService(site());
  });
  afterAll(async () => site().finished(await site().api.deleteFiles({ query: { path: [ROOT] } })));

  test('a service is created on a server, and only once', async () => {
    const server = await gatewayId(site(), 0);
    expect(await site().api.listNfsServers(service())).toEqual([server]);
    expect(await site().api.getNfsService(service())).toEqual({ servers: [server], exports: [] });
    await site().declines('createNfsService', 409, /NFS service/, { body: { servers: [server] } });
    await site().declines('createNfsService', 404, /99999/, { body: { servers: [99_999] } });
    for (const id of ['getNfsService', 'listNfsServers', 'listNfsExports'] as const)
      await site().declines(id, 404, /99999/, { params: { serviceId: 99_999 } });
  });

  test('files of an export are read and written over NFS, and through the service', async () => {
    const id = await create('/exports/data', '/data', true);
    expect(await exported(id)).toEqual({
      id,
      nfsPath: '/exports/data',
      path: `${ROOT}/data`,
      access: [{ subnet: LOCAL, rw: true }],
    });
    const client = nfs();
    if (client) {
      expect(await client.names('/exports/data')).toEqual(['hello']);
      expect(await client.read('/exports/data/hello')).toBe('hello from storefs');
      await client.write('/exports/data/there', 'hello from NFS');
      expect(await download('/data/there')).toBe('hello from NFS');
    }
    await site().api.deleteNfsExport(of(id));
    expect(await exported(id)).toBeUndefined();
    if (client) await expect(client.names('/exports/data')).rejects.toThrow(/NOENT/);
    await site().declines('deleteNfsExport', 404, /export/, of(id));
  });

  test('an export is read-only by default, and closed to other networks', async () => {
    const id = await create('/shared', '/data', false);
    const client = nfs();
    if (client) {
      expect(await client.names('/shared')).toContain('hello');
      await expect(client.write('/shared/new', 'x')).rejects.toThrow(/ROFS/);
    }
    const replace = (path: string, subnet: string, rw = true) =>
      site().api.replaceNfsExport({
        ...of(id),
        body: { id, nfsPath: '/shared', path: ROOT + path, access: [{ subnet, rw }] },
      });
    await replace('/data', LOCAL);
    if (client) {
      await client.write('/shared/new', 'now written');
      expect(await download('/data/new')).toBe('now written');
    }
    await replace('/data', '192.0.2.0/24');
    if (client) await expect(client.names('/shared')).rejects.toThrow(/NFS4ERR_|denied/i);
    await replace('/more', LOCAL);
    expect(await exported(id)).toMatchObject({ path: `${ROOT}/more`, access: [{ subnet: LOCAL, rw: true }] });
    if (client) {
      await client.write('/shared/moved', 'in the other directory');
      expect(await download('/more/moved')).toBe('in the other directory');
    }
    await site().api.deleteNfsExport(of(id));
  });

  test('the smallest network that contains a client decides about its access', async () => {
    const body = { nfsPath: '/open', path: `${ROOT}/data` };
    const entry = await site().api.createNfsExport({
      ...service(),
      body: {
        ...body,
        access: [
          { subnet: '0.0.0.0/0', rw: false },
          { subnet: LOCAL, rw: true },
        ],
      },
    });
    const client = nfs();
    if (client) {
      await client.write('/open/by-the-smaller', 'x');
      expect(await client.names('/open')).toContain('by-the-smaller');
    }
    const { id = Number.NaN } = entry;
    const access = [{ subnet: '0.0.0.0/0', rw: false }];
    await site().api.replaceNfsExport({ ...of(id), body: { ...body, access } });
    if (client) {
      expect(await client.read('/open/hello')).toBe('hello from storefs');
      await expect(client.write('/open/new', 'x')).rejects.toThrow(/ROFS/);
    }
    await site().api.deleteNfsExport(of(id));
  });

  test('an invalid export is refused, and the others stay available', async () => {
    const id = await create('/kept', '/data', false);
    const refuse = (status: number, words: RegExp, body: object) =>
      site().declines('createNfsExport', status, words, {
        ...service(),
        body: { nfsPath: '/other', path: `${ROOT}/data`, ...body },
      });
    await refuse(409, /\/kept/, { nfsPath: '/kept' });
    await refuse(400, /absolute/, { nfsPath: 'kept' });
    await refuse(400, /subnet|nonsense/, { access: [{ subnet: 'nonsense' }] });
    const replacement = { nfsPath: '/kept', path: `${ROOT}/data` };
    await site().declines('replaceNfsExport', 404, /export/, { ...of(99), body: replacement });
    await site().declines('replaceNfsExport', 400, /id/, { ...of(id), body: { ...replacement, id: id + 1 } });
    const client = nfs();
    if (client) expect(await client.names('/kept')).toContain('hello');
    await site().api.deleteNfsExport(of(id));
  });

  test('another server serves the same exports, and is removed again', async () => {
    const [first, second] = [await gatewayId(site(), 0), await gatewayId(site(), 1)];
    const id = await create('/both', '/data', false);
    const body = { servers: [first, second] };
    await site().limited('updateNfsService', /ssh-config/, {
      ...service(),
      body,
    });
    await site().limited('createNfsService', /ssh-config/, {
      body: { servers: [second] },
    });
    const { api } = site().second;
    await api.updateNfsService({ ...service(), body });
    expect(await site().api.listNfsServers(service())).toEqual([first, second]);
    const client = nfs();
    if (client) expect(await client.read('/both/hello', 1)).toBe('hello from storefs');
    await api.updateNfsService({ ...service(), body: { servers: [first] } });
    if (client) await expect(client.read('/both/hello', 1)).rejects.toThrow(/./);
    await site().declines('updateNfsService', 409, /needs at least one server/, {
      ...service(),
      body: { servers: [] },
    });
    await site().declines('updateNfsService', 404, /99999/, { ...service(), body: { servers: [99_999] } });
    await site().api.deleteNfsExport(of(id));
  });
};
