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
import type { GatewaySupervisor } from '../gateways/supervisor.ts';
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
  readonly supervisor: Pick<GatewaySupervisor, 'requireInstalled'>;
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

/** Checks the servers of a service: its present ones, this server, or servers that an orchestrator manages. */
function serverChecks({ services, supervisor, node, access }: NfsParts) {
  const requireUntaken = async (hostname: string, id: number, own?: number) => {
    const other = (await services.entries()).find(
      ([service, { servers }]) => service !== own && servers.includes(id),
    );
    if (other) throw refusal(serverTaken(hostname, 'NFS', other[0]));
  };
  const checkOwn = async (ids: readonly number[], present: readonly number[]) => {
    const ownId = await node.id();
    for (const id of ids.filter((one) => !present.includes(one))) {
      if (id !== ownId)
        throw notPossible(
          `gateways run only on the server of this service, and server ${id} is another one: run \`storedeck serve\` there and add the gateway through that service; with an orchestrator, choose only servers that it manages`,
        );
      await requireUntaken(node.hostname, id);
      supervisor.requireInstalled('nfs');
    }
  };
  /** @returns true if the orchestrator runs the gateways. @throws Refusal 400, 404, 409, and 501 for other servers */
  return async (
    ids: readonly number[],
    service?: readonly [id: number, saved: SavedNfs],
  ): Promise<boolean> => {
    const names = await node.servers();
    enforce(refuseNoServers(ids));
    enforce(refuseServers(ids, new Set(names.values())));
    const named = [...names].filter(([, id]) => ids.includes(id));
    const managed = await Promise.all(named.map(([name]) => access.orchestrated(name)));
    const orchestrated = managed.every((server) => server !== undefined);
    if (service ? !service[1].orchestrated : !orchestrated) {
      await checkOwn(ids, service?.[1].servers ?? []);
      return false;
    }
    if (!orchestrated)
      throw notPossible('the orchestrator runs this service, so only on servers that it manages');
    for (const [name, id] of named) await requireUntaken(name, id, service?.[0]);
    return true;
  };
}

function serviceHandlers(parts: NfsParts) {
  const { services, groups, node, files } = parts;
  const serve = changeServer(parts);
  const checkServers = serverChecks(parts);
  const requireDirectory = directoryCheck(files);

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
      const orchestrated = await checkServers(servers);
      const all = noExports();
      for (const body of exports) {
        all.exports.add(checkedExport(all, body));
        await requireDirectory(body.path);
      }
      const [id] = await services.add(() => ({
        servers,
        ...saveExports(all),
        ...(orchestrated && { orchestrated }),
      }));
      await serve(id, `created on ${orchestrated ? 'servers of the orchestrator' : node.hostname}`);
      return { id };
    },
    async updateNfsService({ params: { serviceId }, body: { servers } }) {
      const present = await services.get(serviceId);
      await checkServers(servers, [serviceId, present]);
      await requireFree(present.servers.filter((id) => !servers.includes(id)));
      await services.update(serviceId, (saved) => ({ ...saved, servers }));
      await serve(serviceId, `runs on the servers ${servers.join(', ')}`);
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

/** Manages NFS services. Each change is saved first, then applied by this server's gateway or by the orchestrator. */
export const nfsHandlers = (parts: NfsParts) => ({
  ...serviceHandlers(parts),
  ...exportHandlers(parts),
});
