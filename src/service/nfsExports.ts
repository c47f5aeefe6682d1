import type { Input } from '../api/contract/index.ts';
import type { NfsExport } from '../api/contract/nfs.ts';
import { Refusal } from './engine.ts';
import type { Numbered } from './numbered.ts';
import { formatSubnet } from './values/ip.ts';
import { readCidr } from './values/readIp.ts';

/** A directory of the filesystem (`path`) as clients mount it (`nfsPath`). */
export interface Export {
  readonly nfsPath: string;
  readonly path: string;
  readonly access: readonly { readonly subnet: string; readonly rw: boolean }[];
}

interface Exporting {
  readonly exports: Pick<Numbered<Export>, 'entries'>;
}

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
export function requireFreePath({ exports }: Exporting, { nfsPath }: Export, own?: number): void {
  const other = exports.entries().find(([id, entry]) => id !== own && entry.nfsPath === nfsPath);
  if (other !== undefined)
    throw new Refusal(409, `export ${other[0]} is at ${nfsPath} already: choose another nfsPath`);
}

export const exportToWire = (id: number, { nfsPath, path, access }: Export): NfsExport => ({
  id,
  nfsPath,
  path,
  access: [...access],
});

export const exportsToWire = ({ exports }: Exporting): NfsExport[] =>
  exports.entries().map(([id, entry]) => exportToWire(id, entry));
