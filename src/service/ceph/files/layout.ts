import { Refusal } from '../../engine.ts';
import { poolOfContent, quotedPath, refuseDataPool, refuseSnapshots } from '../../rules/files.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { pathText, type Path } from '../../values/path.ts';
import { typeOf } from './entry.ts';
import type { Files } from './filesystem.ts';
import { pathMeanings } from './meanings.ts';
import { statOrRefuse } from './read.ts';

/** @throws Refusal 400 for a pool that is not a data pool of the filesystem */
export async function requireDataPool(files: Files, pool: string): Promise<void> {
  enforce(refuseDataPool(pool, await files.dataPools()));
}

/** The pool of a file, or the pool for new files in a directory. @throws Refusal 404 or 409 */
export async function poolOf(files: Files, path: Path): Promise<string> {
  const text = pathText(path);
  return files.call('layout', { path: text }, { meanings: pathMeanings(text) });
}

/** Sets the pool for new content; never moves content. @throws Refusal 400, 404, or 409 for a file with content */
export async function setLayout(files: Files, path: Path, pool: string): Promise<void> {
  enforce(refuseSnapshots(path));
  await requireDataPool(files, pool);
  const stat = await statOrRefuse(files, path);
  const type = typeOf(stat);
  const text = pathText(path);
  const hasContent = poolOfContent(text);
  if (type !== 'DIR' && type !== 'FILE')
    throw new Refusal(409, `${quotedPath(text)} is neither a file nor a directory: it has no pool`);
  if (type === 'FILE' && stat.size > 0) throw refusal(hasContent);
  const name = `ceph.${type === 'DIR' ? 'dir' : 'file'}.layout.pool`;
  const meanings = { ...pathMeanings(text), ENOTEMPTY: hasContent };
  await files.call('set_attribute', { path: text, name, value: pool }, { meanings });
}
