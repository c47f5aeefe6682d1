import type { DirectoryQuota } from '../../../api/contract/storefs.ts';
import { plainBytes as inUnits } from '../../../lib/format.ts';
import { quotaExceeded, refuseQuota } from '../../rules/files.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { absolutePath } from './entry.ts';
import { saveNode } from './saved.ts';
import { selfAndAncestors, type Directory, type FileTree, type Node, type Sums } from './tree.ts';

/**
 * Refuses an addition that would exceed the quota of a directory or of one above it.
 * @param more the amounts to be added
 * @param moved the node to be moved, which its present directories already count
 * @throws Refusal 409
 */
export function checkQuotas(directory: Directory, more: Sums, moved?: Node): void {
  const counting = new Set(selfAndAncestors(moved?.parent));
  for (const up of selfAndAncestors(directory)) {
    if (!counting.has(up)) check(up, more);
  }
}

function check(directory: Directory, more: Sums): void {
  const { quota, sums } = directory;
  const exceeded = (limit: string, used: string) =>
    refusal(quotaExceeded(absolutePath(directory), { limit, used }));
  if (quota.maxBytes > 0 && more.bytes > 0 && sums.bytes + more.bytes > quota.maxBytes)
    throw exceeded(inUnits(quota.maxBytes), inUnits(sums.bytes));
  const files = sums.files + sums.subdirs;
  const added = more.files + more.subdirs;
  if (quota.maxFiles > 0 && added > 0 && files + added > quota.maxFiles)
    throw exceeded(`${quota.maxFiles} files and directories`, String(files));
}

/** Changes the given limits; 0 removes a limit. @throws Refusal 400 */
export function setQuota(tree: FileTree, directory: Directory, asked: DirectoryQuota): void {
  enforce(refuseQuota(asked));
  const { maxBytes, maxFiles } = asked;
  const { quota } = directory;
  directory.quota = { maxBytes: maxBytes ?? quota.maxBytes, maxFiles: maxFiles ?? quota.maxFiles };
  saveNode(tree, directory);
}
