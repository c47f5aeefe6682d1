import { notPossible, type Section } from '../../engine.ts';
import { notServedYet, refuseNoServers, serverInGroup, serverTaken } from '../../rules/gateways.ts';
import { refuseOtherExport } from '../../rules/nfs.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { refuseServers } from '../../rules/servers.ts';
import { parsePath } from '../../values/path.ts';
import { exportToWire } from '../../nfs/exports.ts';
import type { Files } from '../files/filesystem.ts';
import { directoryOrRefuse } from '../files/read.ts';
import type { GatewaySupervisor } from '../gateways/supervisor.ts';
import {
  checkedExport,
  saveExports,
  nfsToWire,
  noExports,
  loadExports,
  type Exports,
  type SavedNfs,
} from './services.ts';
import type { ManagementNode } from '../management.ts';
import type { SavedGroup } from '../haGroups/read.ts';
import { PRIORITY, type Note } from '../ownLog.ts';
import type { Collection } from '../state/collection.ts';

interface NfsParts {
  readonly services: Collection<SavedNfs>;
  readonly groups: Collection<SavedGroup>;
  readonly supervisor: GatewaySupervisor;
  readonly node: ManagementNode;
  readonly files: Files;
  readonly note: Note;
}

const directoryIn = (files: Files) => (path: string) => directoryOrRefuse(files, parsePath(path));

/** Serves a change that was saved, and logs it. @throws Refusal 503 when the gateway does not serve it yet */
const serveWith =
  ({ supervisor, node, note }: NfsParts) =>
  async (id: number, what: string): Promise<void> => {
    note(`NFS service ${id}: ${what}`, PRIORITY.notice, 'nfs');
    const problems = await supervisor.refresh('nfs').catch((failure: Error) => [failure.message]);
    if (problems.length > 0) throw refusal(notServedYet(node.hostname, problems));
  };

function serviceHandlers(parts: NfsParts) {
  const { services, groups, supervisor, node, files } = parts;
  const serve = serveWith(parts);
  const requireDirectory = directoryIn(files);

  /** The servers of a service: those that it has, and this one. @throws Refusal 400, 404, 409, and 501 for other servers */
  const checkServers = async (ids: readonly number[], service?: readonly [id: number, kept: SavedNfs]) => {
    enforce(refuseNoServers(ids));
    enforce(refuseServers(ids, new Set((await node.servers()).values())));
    const own = await node.id();
    for (const id of ids) {
      if (service?.[1].servers.includes(id)) continue;
      if (id !== own)
        throw notPossible(
          `gateways run on the server of the service, and server ${id} is another one: start storedeck serve there, and make it a gateway through that service`,
        );
      const other = (await services.entries()).find(([, { servers }]) => servers.includes(id));
      if (other) throw refusal(serverTaken(node.hostname, 'NFS', other[0]));
      supervisor.requireInstalled('nfs');
    }
  };

  /** @throws Refusal 409 when a server that goes carries a floating address */
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
      await checkServers(servers);
      const all = noExports();
      for (const body of exports) {
        all.exports.add(checkedExport(all, body));
        await requireDirectory(body.path);
      }
      const [id] = await services.add(() => ({ servers, ...saveExports(all) }));
      await serve(id, `created on ${node.hostname}`);
      return { id };
    },
    async updateNfsService({ params: { serviceId }, body: { servers } }) {
      const present = await services.get(serviceId);
      await checkServers(servers, [serviceId, present]);
      await requireFree(present.servers.filter((id) => !servers.includes(id)));
      await services.update(serviceId, (kept) => ({ ...kept, servers }));
      await serve(serviceId, `runs on the servers ${servers.join(', ')}`);
    },
  } satisfies Section;
}

function exportHandlers(parts: NfsParts) {
  const { services, files } = parts;
  const serve = serveWith(parts);
  const requireDirectory = directoryIn(files);

  const changeExports = async <T>(id: number, change: (all: Exports) => T): Promise<T> => {
    let result!: T;
    await services.update(id, (kept) => {
      const all = loadExports(kept);
      result = change(all);
      return { ...kept, ...saveExports(all) };
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

/** Only the server of this service can become a gateway; a change is saved first and then served. */
export const nfsHandlers = (parts: NfsParts) => ({
  ...serviceHandlers(parts),
  ...exportHandlers(parts),
});
