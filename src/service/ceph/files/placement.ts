import {
  poolOfContent,
  quotedPath,
  refuseDataPool,
  refuseQuota,
  refuseSnapshots,
} from '../../rules/files.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { DirectoryQuota } from '../../../api/contract/storefs.ts';
import { Refusal } from '../../engine.ts';
import { pathText, type Path } from '../../values/path.ts';
import { typeOf } from './entry.ts';
import type { Files } from './filesystem.ts';
import { directoryOf, statOf } from './read.ts';
import { about } from './meanings.ts';

/** @throws Refusal 400 for a pool that files cannot be stored in */
export async function requireDataPool(files: Files, pool: string): Promise<void> {
  enforce(refuseDataPool(pool, await files.dataPools()));
}

/** The pool of a file, or the one that new files of a directory go to. @throws Refusal 404 or 409 */
export async function poolOf(files: Files, path: Path): Promise<string> {
  const text = pathText(path);
  return files.call('layout', { path: text }, { meanings: about(text) });
}

/** Sets where new content goes; what is there stays where it is. @throws Refusal 400, 404, or 409 for a file with content */
export async function setPool(files: Files, path: Path, pool: string): Promise<void> {
  enforce(refuseSnapshots(path));
  await requireDataPool(files, pool);
  const stat = await statOf(files, path);
  const type = typeOf(stat);
  const text = pathText(path);
  const hasContent = poolOfContent(text);
  if (type !== 'DIR' && type !== 'FILE')
    throw new Refusal(409, `${quotedPath(text)} is neither a file nor a directory: it has no pool`);
  if (type === 'FILE' && stat.size > 0) throw refusal(hasContent);
  const name = `ceph.${type === 'DIR' ? 'dir' : 'file'}.layout.pool`;
  const meanings = { ...about(text), ENOTEMPTY: hasContent };
  await files.call('set_attribute', { path: text, name, value: pool }, { meanings });
}

/** The attributes that hold the limits of a directory. */
const LIMITS = { maxBytes: 'ceph.quota.max_bytes', maxFiles: 'ceph.quota.max_files' } as const;
const LIMIT_NAMES = Object.keys(LIMITS) as (keyof typeof LIMITS)[];

/** The quota of a directory itself; 0 where it has none. @throws Refusal 404 or 409 */
export async function quotaOf(files: Files, path: Path): Promise<DirectoryQuota> {
  await directoryOf(files, path);
  const read = async (limit: keyof typeof LIMITS) => {
    const value = await files.call<string | null>('attribute', { path: pathText(path), name: LIMITS[limit] });
    return [limit, Number(value ?? 0)] as const;
  };
  return Object.fromEntries(await Promise.all(LIMIT_NAMES.map(read)));
}

/** Changes the given limits; 0 removes one. @throws Refusal 400, 404 or 409 */
export async function setQuota(files: Files, path: Path, quota: DirectoryQuota): Promise<void> {
  const limits = LIMIT_NAMES.flatMap((limit) => {
    const value = quota[limit];
    return value === undefined ? [] : [{ name: LIMITS[limit], value }];
  });
  enforce(refuseQuota(quota) ?? refuseSnapshots(path));
  await directoryOf(files, path);
  const text = pathText(path);
  for (const { name, value } of limits)
    await files.call('set_attribute', { path: text, name, value: String(value) }, { meanings: about(text) });
}
