import type { NfsService as WireService } from '../../../api/contract/nfs.ts';
import { Refusal } from '../../engine.ts';
import { exportsToWire, readExport, requireFreePath, type NfsExportBody } from '../../nfs/exports.ts';
import { Numbered, type SavedNumbers } from '../../numbered.ts';
import { requireSupportedSubnet } from './access.ts';
import { UNQUOTABLE, type SavedExport } from './ganesha.ts';

/** An NFS service as it is saved in the cluster. */
export interface SavedNfs {
  /** Server ids. */
  readonly servers: readonly number[];
  readonly exports: SavedNumbers<SavedExport>;
  /** The last export number that was assigned, see SavedExport. */
  readonly lastNumber: number;
  /** The orchestrator runs its gateways. */
  readonly orchestrated?: true;
  /** The servers whose gateways are run over ssh, not by the management services of these servers. */
  readonly overSsh?: readonly number[];
}

/** The exports of a service in a form that can be changed. */
export interface Exports {
  readonly exports: Numbered<SavedExport>;
  lastNumber: number;
}

/** The largest export number: it has 16 bits, and 0 is reserved for the gateway. */
const MAX_NUMBER = 65_535;

/** The saved exports of a service. */
export function loadExports({
  exports: saved,
  lastNumber,
}: Pick<SavedNfs, 'exports' | 'lastNumber'>): Exports {
  const exports = new Numbered<SavedExport>('export of this service');
  exports.restore(saved, (entry) => entry);
  return { exports, lastNumber };
}

export const noExports = (): Exports => loadExports({ exports: { last: 0, items: [] }, lastNumber: 0 });

/** The fields of a service that save its exports: the inverse of `loadExports`. */
export const saveExports = ({ exports, lastNumber }: Exports): Pick<SavedNfs, 'exports' | 'lastNumber'> => ({
  exports: exports.save((entry) => entry),
  lastNumber,
});

/** The least recently used number: the gateway refuses another directory under a number that it knows. */
function nextNumber(all: Exports): number {
  const taken = new Set(all.exports.values().map(({ number }) => number));
  do all.lastNumber = (all.lastNumber % MAX_NUMBER) + 1;
  while (taken.has(all.lastNumber));
  return all.lastNumber;
}

const isWithin = (inner: string, outer: string): boolean => inner.startsWith(`${outer}/`);

/** Refuses an export at the gateway's root, within another export or around one. @throws Refusal 400, 409 */
function requireSeparatePath(
  { exports }: Exports,
  { nfsPath }: Pick<SavedExport, 'nfsPath'>,
  own?: number,
): void {
  if (nfsPath === '/')
    throw new Refusal(400, 'nfsPath / is where the gateway shows all its exports: choose a path below it');
  for (const [id, other] of exports.entries()) {
    if (id === own) continue;
    const inner = isWithin(nfsPath, other.nfsPath);
    if (inner || isWithin(other.nfsPath, nfsPath))
      throw new Refusal(
        409,
        `${nfsPath} would lie ${inner ? 'within' : 'around'} export ${id} at ${other.nfsPath}, and the gateway cannot show both: choose another nfsPath`,
      );
  }
}

/**
 * Checks a requested export.
 * @param own the id of the export that is replaced
 * @throws Refusal 400, 409
 */
export function checkedExport(all: Exports, body: NfsExportBody, own?: number): SavedExport {
  const wanted = readExport(body);
  for (const [field, path] of Object.entries({ nfsPath: wanted.nfsPath, path: wanted.path })) {
    if (UNQUOTABLE.test(path))
      throw new Refusal(
        400,
        `${field} ${JSON.stringify(path)} contains characters that the gateway cannot read: leave out " and \\`,
      );
  }
  for (const { subnet } of wanted.access) requireSupportedSubnet(subnet);
  requireFreePath(all, wanted, own);
  requireSeparatePath(all, wanted, own);
  const old = own === undefined ? undefined : all.exports.get(own);
  const isSamePath = old?.path === wanted.path && old.nfsPath === wanted.nfsPath;
  return { ...wanted, number: old && isSamePath ? old.number : nextNumber(all) };
}

export const nfsToWire = (saved: SavedNfs): WireService => ({
  servers: [...saved.servers],
  exports: exportsToWire(loadExports(saved)),
});
