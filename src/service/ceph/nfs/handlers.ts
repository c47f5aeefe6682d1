import { PRIORITY } from '../../../lib/priority.ts';
import { notPossible, type Section } from '../../engine.ts';
import { exportToWire } from '../../nfs/exports.ts';
import { refuseNoServers, serverInGroup, serverTaken } from '../../rules/gateways.ts';
import { refuseOtherExport } from '../../rules/nfs.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { refuseServers } from '../../rules/servers.ts';
import { parsePath } from '../../values/path.ts';
import type { ServerAccess } from '../access/serverAccess.ts';
import type { Files } from '../files/filesystem.ts';
import { directoryOrRefuse } from '../files/read.ts';
import type { Gateways } from '../gateways/gateways.ts';
import type { SavedGroup } from '../haGroups/read.ts';
import type { ManagementNode } from '../management.ts';
import type { Note } from '../ownLog.ts';
import type { Collection } from '../state/collection.ts';
import {
  checkedExport,
  saveExports,
  nfsToWire,
  noExports,
  loadExports,
  type Exports,
  type SavedNfs,
} from './services.ts';
import type { NfsServing } from './serving.ts';

interface NfsParts {
  readonly access: ServerAccess;
  readonly services: Collection<SavedNfs>;
  readonly groups: Collection<SavedGroup>;
  readonly gateways: Pick<Gateways, 'requireServer' | 'stop'>;
  readonly serving: NfsServing;
  readonly node: ManagementNode;
  readonly files: Files;
  readonly note: Note;
}

const directoryCheck = (files: Files) => (path: string) => directoryOrRefuse(files, parsePath(path));

/** Makes the function that logs and applies a saved change. @throws Refusal 503 while it is not served */
const changeServer =
  ({ serving, note }: NfsParts) =>
  (id: number, what: string): Promise<void> => {
    note(`NFS service ${id}: ${what}`, PRIORITY.notice, 'nfs');
    return serving.serve(id);
  };

/** The servers of a service, and who runs its gateways there. */
type CheckedServers = Pick<SavedNfs, 'servers' | 'overSsh' | 'orchestrated'>;

/** Checks the servers of a service: its present ones, this server, servers reached over ssh, or all of an orchestrator. */
function serverChecks({ services, gateways, node, access }: NfsParts) {
  const requireUntaken = async (hostname: string, id: number, own?: number) => {
    const other = (await services.entries()).find(
      ([service, { servers }]) => service !== own && servers.includes(id),
    );
    if (other) throw refusal(serverTaken(hostname, 'NFS', other[0]));
  };
  const checkOthers = async (
    named: readonly (readonly [name: string, id: number])[],
    { servers: present, overSsh: before = [] }: Pick<SavedNfs, 'servers' | 'overSsh'>,
  ) => {
    const overSsh = before.filter((server) => named.some(([, id]) => id === server));
    for (const [name, id] of named.filter(([, one]) => !present.includes(one))) {
      await requireUntaken(name, id);
      if ((await gateways.requireServer('nfs', name)).overSsh) overSsh.push(id);
    }
    return overSsh.length > 0 ? { overSsh } : {};
  };
  /** @throws Refusal 400, 404, 409, and 501, 503 for servers that are not reached */
  return async (
    servers: readonly number[],
    service?: readonly [id: number, saved: SavedNfs],
  ): Promise<CheckedServers> => {
    const names = await node.servers();
    enforce(refuseNoServers(servers));
    enforce(refuseServers(servers, new Set(names.values())));
    const named = [...names].filter(([, id]) => servers.includes(id));
    const managed = await Promise.all(named.map(([name]) => access.orchestrated(name, { certain: true })));
    const orchestrated = managed.every((server) => server !== undefined);
    if (service ? !service[1].orchestrated : !orchestrated)
      return { servers, ...(await checkOthers(named, service?.[1] ?? { servers: [] })) };
    if (!orchestrated)
      throw notPossible('the orchestrator runs this service, so only on servers that it manages');
    for (const [name, id] of named) await requireUntaken(name, id, service?.[0]);
    return { servers, orchestrated: true };
  };
}

function serviceHandlers(parts: NfsParts) {
  const { services, groups, gateways, node, files } = parts;
  const serve = changeServer(parts);
  const checkServers = serverChecks(parts);
  const requireDirectory = directoryCheck(files);

  const namesOf = async (ids: readonly number[]) =>
    [...(await node.servers())].flatMap(([name, id]) => (ids.includes(id) ? [name] : [])).join(', ');
  /** @throws Refusal 409 when a removed server belongs to an HA group of NFS */
  const requireFree = async (gone: readonly number[]) => {
    for (const [id, { service, servers = [] }] of await groups.entries()) {
      const needed = servers.find(({ server = NaN }) => service === 'nfs' && gone.includes(server));
      if (needed) throw refusal(serverInGroup(`server ${needed.server}`, id));
    }
  };

  return {
    getNfsService: async ({ params }) => nfsToWire(await services.get(params.serviceId)),
    listNfsExports: async ({ params }) => [
      ...(nfsToWire(await services.get(params.serviceId)).exports ?? []),
    ],
    listNfsServers: async ({ params }) => [...(await services.get(params.serviceId)).servers],

    async createNfsService({ body: { servers, exports = [] } }) {
      const checked = await checkServers(servers);
      const all = noExports();
      for (const body of exports) {
        all.exports.add(checkedExport(all, body));
        await requireDirectory(body.path);
      }
      const [id] = await services.add(() => ({ ...checked, ...saveExports(all) }));
      await serve(id, `created on ${await namesOf(servers)}`);
      return { id };
    },
    async updateNfsService({ params: { serviceId }, body: { servers } }) {
      const present = await services.get(serviceId);
      const checked = await checkServers(servers, [serviceId, present]);
      await requireFree(present.servers.filter((id) => !servers.includes(id)));
      const gone = (present.overSsh ?? []).filter((id) => !servers.includes(id));
      // Before the change: afterwards nothing would know of a gateway that could not be stopped.
      await gateways.stop('nfs', gone);
      await services.update(serviceId, ({ exports, lastNumber }) => ({ exports, lastNumber, ...checked }));
      await serve(serviceId, `runs on ${await namesOf(servers)}`);
    },
  } satisfies Section;
}

function exportHandlers(parts: NfsParts) {
  const { services, files } = parts;
  const serve = changeServer(parts);
  const requireDirectory = directoryCheck(files);

  const changeExports = async <T>(id: number, change: (all: Exports) => T): Promise<T> => {
    let result!: T;
    await services.update(id, (saved) => {
      const all = loadExports(saved);
      result = change(all);
      return { ...saved, ...saveExports(all) };
    });
    return result;
  };

  return {
    async createNfsExport({ params: { serviceId }, body }) {
      checkedExport(loadExports(await services.get(serviceId)), body);
      await requireDirectory(body.path);
      const created = await changeExports(serviceId, (all) => {
        const entry = checkedExport(all, body);
        return exportToWire(all.exports.add(entry), entry);
      });
      await serve(serviceId, `exports ${body.path} at ${body.nfsPath}`);
      return created;
    },
    async replaceNfsExport({ params: { serviceId, exportId }, body }) {
      const present = loadExports(await services.get(serviceId));
      present.exports.get(exportId);
      enforce(refuseOtherExport(exportId, body));
      checkedExport(present, body, exportId);
      await requireDirectory(body.path);
      await changeExports(serviceId, (all) =>
        all.exports.replace(exportId, checkedExport(all, body, exportId)),
      );
      await serve(serviceId, `exports ${body.path} at ${body.nfsPath}`);
    },
    async deleteNfsExport({ params: { serviceId, exportId } }) {
      const { nfsPath } = await changeExports(serviceId, ({ exports }) => {
        const gone = exports.get(exportId);
        exports.remove(exportId);
        return gone;
      });
      await serve(serviceId, `exports ${nfsPath} no longer`);
    },
  } satisfies Section;
}

/** Manages NFS services. Each change is saved first, then applied by its gateways or by the orchestrator. */
export const nfsHandlers = (parts: NfsParts) => ({
  ...serviceHandlers(parts),
  ...exportHandlers(parts),
});
