import type { Input } from '../../api/contract/index.ts';
import { firstDuplicate } from './firstDuplicate.ts';
import { badRequest, conflict, type Refused } from './refused.ts';

type ExportPaths = Pick<Input<'createNfsExport'>['body'], 'nfsPath' | 'path'>;

/** Refuses paths of an export that are not absolute or not in their shortest form. */
export const refuseExportPaths = ({ nfsPath, path }: ExportPaths): Refused | undefined =>
  refusePath('nfsPath', nfsPath) ?? refusePath('path', path);

function refusePath(field: string, path: string): Refused | undefined {
  if (!path.startsWith('/'))
    return badRequest(`${field} is not an absolute path: ${JSON.stringify(path)}; start it with /`);
  const names = path.split('/').slice(1);
  return path !== '/' && names.some((name) => name === '' || name === '.' || name === '..')
    ? badRequest(
        `${field} ${JSON.stringify(path)} is not in its shortest form: remove //, ., .. and a trailing /`,
      )
    : undefined;
}

/** Refuses a subnet that is named twice. `subnets` are written in full. */
export function refuseSubnets(subnets: readonly string[]): Refused | undefined {
  const twice = firstDuplicate(subnets);
  return twice === undefined
    ? undefined
    : badRequest(`${twice} is listed twice: give each subnet one kind of access`);
}

/** Refuses the path of another export. `own` is the id of the export that is being replaced. */
export function refuseTakenPath(
  exports: readonly (readonly [id: number, ExportPaths])[],
  nfsPath: string,
  own?: number,
): Refused | undefined {
  const other = exports.find(([id, entry]) => id !== own && entry.nfsPath === nfsPath);
  return other && conflict(`export ${other[0]} is already at ${nfsPath}: choose another nfsPath`);
}

/** Refuses to replace an export if the body of the request names another one than its path. */
export const refuseOtherExport = (
  exportId: number,
  { id }: Pick<Input<'replaceNfsExport'>['body'], 'id'>,
): Refused | undefined =>
  id !== undefined && id !== exportId
    ? badRequest(`the path has export ${exportId}, but the body ${id}: the id cannot be changed`)
    : undefined;
