import type { Input } from '../../../api/contract/index.ts';
import type { NfsService as WireService } from '../../../api/contract/nfs.ts';
import { Refusal } from '../../engine.ts';
import { Numbered, type SavedNumbers } from '../../numbered.ts';
import { exportsToWire, readExport, requireFreePath } from '../../nfs/exports.ts';
import { UNQUOTABLE, type KeptExport } from './ganesha.ts';
import { requireNameable } from './access.ts';

/** An NFS service as it is kept. */
export interface KeptNfs {
  /** Server ids. */
  readonly servers: readonly number[];
  readonly exports: SavedNumbers<KeptExport>;
  /** The latest number of an export that was given, see KeptExport. */
  readonly lastNumber: number;
}

/** The exports of a service, to be looked at and changed. */
export interface Exports {
  readonly exports: Numbered<KeptExport>;
  lastNumber: number;
}

type ExportBody = Input<'createNfsExport'>['body'];

/** The gateway counts exports in 16 bits, and 0 is its own. */
const NUMBERS = 65_535;

/** Takes up exports as they are kept, for them to be changed. */
export function readExports({ exports: kept, lastNumber }: Pick<KeptNfs, 'exports' | 'lastNumber'>): Exports {
  const exports = new Numbered<KeptExport>('export of this service');
  exports.restore(kept, (entry) => entry);
  return { exports, lastNumber };
}

/** Those of a new service. */
export const noExports = (): Exports => readExports({ exports: { last: 0, items: [] }, lastNumber: 0 });

/** The way back from `readExports`. */
export const keepExports = ({ exports, lastNumber }: Exports): Pick<KeptNfs, 'exports' | 'lastNumber'> => ({
  exports: exports.save((entry) => entry),
  lastNumber,
});

/** A number that no export has had for long: the gateway refuses another directory under a known one. */
function nextNumber(all: Exports): number {
  const taken = new Set(all.exports.values().map(({ number }) => number));
  do all.lastNumber = (all.lastNumber % NUMBERS) + 1;
  while (taken.has(all.lastNumber));
  return all.lastNumber;
}

const isWithin = (inner: string, outer: string): boolean => inner.startsWith(`${outer}/`);

/** The gateway's root leads to all exports, and one cannot lead to another. @throws Refusal 400, 409 */
function requireOwnPlace({ exports }: Exports, { nfsPath }: Pick<KeptExport, 'nfsPath'>, own?: number): void {
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

/** The export that a request asks for. @throws Refusal 400, 409 */
export function checkedExport(all: Exports, body: ExportBody, own?: number): KeptExport {
  const wanted = readExport(body);
  for (const [field, path] of Object.entries({ nfsPath: wanted.nfsPath, path: wanted.path })) {
    if (UNQUOTABLE.test(path))
      throw new Refusal(
        400,
        `${field} ${JSON.stringify(path)} holds characters that the gateway cannot read: leave out " and \\`,
      );
  }
  for (const { subnet } of wanted.access) requireNameable(subnet);
  requireFreePath(all, wanted, own);
  requireOwnPlace(all, wanted, own);
  const old = own === undefined ? undefined : all.exports.get(own);
  const isSamePlace = old?.path === wanted.path && old.nfsPath === wanted.nfsPath;
  return { ...wanted, number: old && isSamePlace ? old.number : nextNumber(all) };
}

export const nfsToWire = (kept: KeptNfs): WireService => ({
  servers: [...kept.servers],
  exports: exportsToWire(readExports(kept)),
});
