import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../lib/project.mjs';

/** Names that no test needs, or that the copy shares with the project by a link. */
const NOT_COPIED = new Set(['.git', 'dist', 'node_modules']);

/** Copies the project to a temporary folder, which is removed when this process ends. @returns {string} the folder */
export function copyOfProject() {
  const folder = mkdtempSync(join(tmpdir(), 'storedeck-mutate-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const name of readdirSync(root).filter((one) => !NOT_COPIED.has(one))) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  for (const name of ['node_modules', 'dist']) symlinkSync(join(root, name), join(folder, name));
  return folder;
}
