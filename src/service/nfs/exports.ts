import type { Input } from '../../api/contract/index.ts';
import type { NfsExport } from '../../api/contract/nfs.ts';
import type { Numbered } from '../numbered.ts';
import { refuseExportPaths, refuseSubnets, refuseTakenPath } from '../rules/nfs.ts';
import { enforce } from '../rules/refused.ts';
import { formatSubnet } from '../values/ip.ts';
import { readCidr } from '../values/readIp.ts';

/** An export: a directory of the filesystem (`path`), which clients mount as `nfsPath`. */
export interface Export {
  readonly nfsPath: string;
  readonly path: string;
  readonly access: readonly { readonly subnet: string; readonly rw: boolean }[];
}

interface Exporting {
  readonly exports: Pick<Numbered<Export>, 'entries'>;
}

export type NfsExportBody = Input<'createNfsExport'>['body'];

/** Parses and checks the export in a request, without looking at other exports. Ignores its id. @throws Refusal 400 */
export function readExport({ nfsPath, path, access = [] }: NfsExportBody): Export {
  enforce(refuseExportPaths({ nfsPath, path }));
  const subnets = access.map(({ subnet }) => formatSubnet(readCidr('subnet', subnet)));
  enforce(refuseSubnets(subnets));
  return { nfsPath, path, access: access.map(({ subnet, rw = false }) => ({ subnet, rw })) };
}

/** @throws Refusal 409 when another export has the same `nfsPath` */
export const requireFreePath = ({ exports }: Exporting, { nfsPath }: Export, own?: number): void =>
  enforce(refuseTakenPath(exports.entries(), nfsPath, own));

export const exportToWire = (id: number, { nfsPath, path, access }: Export): NfsExport => ({
  id,
  nfsPath,
  path,
  access: [...access],
});

export const exportsToWire = ({ exports }: Exporting): NfsExport[] =>
  exports.entries().map(([id, entry]) => exportToWire(id, entry));
