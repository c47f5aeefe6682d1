import type { Section } from '../../engine.ts';
import { exportsToWire, exportToWire, readExport, requireFreePath } from '../../nfs/exports.ts';
import { refuseOtherExport } from '../../rules/nfs.ts';
import { enforce } from '../../rules/refused.ts';
import { logManagement } from '../log/write.ts';
import { startGateway } from '../model/gatewayDaemons.ts';
import type { Site } from '../networks/site.ts';
import { changeServers, newService, readServers, toWire } from './services.ts';

export const nfsHandlers = (site: Site) => {
  const { nfs, model } = site;
  /** Saves a change and logs it. */
  const note = (id: number, what: string) => {
    site.save();
    logManagement(model, 'notice', `NFS service ${id}: ${what}`);
  };
  return {
    getNfsService: ({ params }) => toWire(nfs.get(params.serviceId)),
    listNfsExports: ({ params }) => exportsToWire(nfs.get(params.serviceId)),
    listNfsServers: ({ params }) => nfs.get(params.serviceId).servers.map(({ id }) => id),
    createNfsService({ body: { servers, exports = [] } }) {
      const service = newService(readServers(site, servers));
      for (const body of exports) {
        const entry = readExport(body);
        requireFreePath(service, entry);
        service.exports.add(entry);
      }
      const id = nfs.add(service);
      for (const host of service.servers) startGateway(model, 'nfs', host);
      note(id, `created on ${service.servers.map(({ name }) => name).join(', ')}`);
      return { id };
    },
    updateNfsService({ params: { serviceId }, body }) {
      const service = nfs.get(serviceId);
      changeServers(site, service, readServers(site, body.servers, service));
      note(serviceId, `runs on ${service.servers.map(({ name }) => name).join(', ')}`);
    },
    createNfsExport({ params: { serviceId }, body }) {
      const service = nfs.get(serviceId);
      const entry = readExport(body);
      requireFreePath(service, entry);
      const id = service.exports.add(entry);
      note(serviceId, `exports ${entry.path} at ${entry.nfsPath}`);
      return exportToWire(id, entry);
    },
    replaceNfsExport({ params: { serviceId, exportId }, body }) {
      const service = nfs.get(serviceId);
      service.exports.get(exportId);
      enforce(refuseOtherExport(exportId, body));
      const entry = readExport(body);
      requireFreePath(service, entry, exportId);
      service.exports.replace(exportId, entry);
      note(serviceId, `exports ${entry.path} at ${entry.nfsPath}`);
    },
    deleteNfsExport({ params: { serviceId, exportId } }) {
      const { exports } = nfs.get(serviceId);
      const { nfsPath } = exports.get(exportId);
      exports.remove(exportId);
      note(serviceId, `exports ${nfsPath} no longer`);
    },
  } satisfies Section;
};
