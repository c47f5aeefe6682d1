import type { Input } from '../../../api/contract/index.ts';
import type { NfsExport, NfsService as WireService } from '../../../api/contract/nfs.ts';
import { Refusal } from '../../engine.ts';
import { Numbered } from '../../numbered.ts';
import { formatSubnet } from '../../values/ip.ts';
import { readCidr } from '../../values/readIp.ts';
import { requireAnswer, serversOrRefuse } from '../networks/servers.ts';
import type { Site } from '../networks/site.ts';
import type { Host } from '../topology.ts';
import { startGateway, stopGateway } from './daemons.ts';

/** A directory of the filesystem (`path`) as clients mount it (`nfsPath`). */
export interface Export {
  readonly nfsPath: string;
  readonly path: string;
  readonly access: readonly { readonly subnet: string; readonly rw: boolean }[];
}

export interface NfsService {
  servers: readonly Host[];
  readonly exports: Numbered<Export>;
}

/** A service that exports nothing yet. */
export const newService = (servers: readonly Host[]): NfsService => ({
  servers,
  exports: new Numbered('export of this service'),
});

type ExportBody = Input<'createNfsExport'>['body'];

/** What a request asks for, checked in itself. The id in it is the server's own and not looked at. @throws Refusal 400 */
export function readExport({ nfsPath, path, access = [] }: ExportBody): Export {
  requirePath('nfsPath', nfsPath);
  requirePath('path', path);
  const subnets = access.map(({ subnet }) => formatSubnet(readCidr('subnet', subnet)));
  const twice = subnets.find((subnet, index) => subnets.indexOf(subnet) !== index);
  if (twice !== undefined)
    throw new Refusal(400, `${twice} is named twice: give each subnet one kind of access`);
  return { nfsPath, path, access: access.map(({ subnet, rw = false }) => ({ subnet, rw })) };
}

function requirePath(field: string, path: string): void {
  if (!path.startsWith('/'))
    throw new Refusal(400, `${field} is no absolute path: ${JSON.stringify(path)}; begin it with /`);
  const names = path.split('/').slice(1);
  if (path !== '/' && names.some((name) => name === '' || name === '.' || name === '..')) {
    throw new Refusal(
      400,
      `${field} ${JSON.stringify(path)} is not in its shortest form: leave out //, . and .. and a / at its end`,
    );
  }
}

/** @throws Refusal 409 when another export is at the same place */
export function requireFreePath({ exports }: NfsService, { nfsPath }: Export, own?: number): void {
  const other = exports.entries().find(([id, entry]) => id !== own && entry.nfsPath === nfsPath);
  if (other !== undefined)
    throw new Refusal(409, `export ${other[0]} is at ${nfsPath} already: choose another nfsPath`);
}

/**
 * The servers that are to run a service.
 * @param own the service that they may run already
 * @throws Refusal 400, 404, 409
 */
export function readServers(site: Site, ids: readonly number[], own?: NfsService): Host[] {
  if (ids.length === 0)
    throw new Refusal(409, 'the last server of a gateway cannot be taken away: name one that stays');
  const servers = serversOrRefuse(site.model, ids);
  for (const host of servers) {
    if (own?.servers.includes(host) === true) continue;
    requireAnswer(host);
    const other = site.nfs.entries().find(([, service]) => service.servers.includes(host));
    if (other !== undefined)
      throw new Refusal(409, `${host.name} runs NFS service ${other[0]}: a server can run one only`);
  }
  return servers;
}

/** Replaces the servers of a service. @throws Refusal 409 when one that goes carries a floating address */
export function changeServers(site: Site, service: NfsService, servers: readonly Host[]): void {
  const gone = service.servers.filter((host) => !servers.includes(host));
  for (const [id, group] of site.haGroups.entries()) {
    const needed = gone.find(
      (host) => group.service === 'nfs' && group.members.some((member) => member.host === host),
    );
    if (needed !== undefined)
      throw new Refusal(409, `${needed.name} is in HA group ${id} for NFS: take it out of the group first`);
  }
  for (const host of gone) stopGateway(site.model, 'nfs', host);
  for (const host of servers) if (!service.servers.includes(host)) startGateway(site.model, 'nfs', host);
  service.servers = servers;
}

export const exportToWire = (id: number, { nfsPath, path, access }: Export): NfsExport => ({
  id,
  nfsPath,
  path,
  access: [...access],
});

export const toWire = (service: NfsService): WireService => ({
  servers: service.servers.map(({ id }) => id),
  exports: exportsToWire(service),
});

export const exportsToWire = ({ exports }: NfsService): NfsExport[] =>
  exports.entries().map(([id, entry]) => exportToWire(id, entry));
