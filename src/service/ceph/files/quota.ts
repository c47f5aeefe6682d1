import type { DirectoryQuota } from '../../../api/contract/storefs.ts';
import { refuseQuota, refuseSnapshots } from '../../rules/files.ts';
import { enforce } from '../../rules/refused.ts';
import { pathText, type Path } from '../../values/path.ts';
import type { Files } from './filesystem.ts';
import { pathMeanings } from './meanings.ts';
import { directoryOrRefuse } from './read.ts';

/** The extended attributes that hold the limits of a directory. */
const LIMITS = { maxBytes: 'ceph.quota.max_bytes', maxFiles: 'ceph.quota.max_files' } as const;
const LIMIT_NAMES = Object.keys(LIMITS) as (keyof typeof LIMITS)[];

/** The quota that is set on the directory itself; 0 means no limit. @throws Refusal 404 or 409 */
export async function quotaOf(files: Files, path: Path): Promise<DirectoryQuota> {
  await directoryOrRefuse(files, path);
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
  await directoryOrRefuse(files, path);
  const text = pathText(path);
  for (const { name, value } of limits)
    await files.call(
      'set_attribute',
      { path: text, name, value: String(value) },
      { meanings: pathMeanings(text) },
    );
}
