import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/project.mjs';
import { enginesDocument } from './engines.mjs';
import { keysDocument } from './keys.mjs';
import { picturesDocument } from './pictures.mjs';
import { screensDocument } from './screens.mjs';
import { walkthroughDocument } from './walkthrough.mjs';

/**
 * The generated documents: paths relative to the project's folder, with the functions that make their texts.
 *
 * @type {Readonly<Record<string, () => string>>}
 */
const DOCUMENTS = {
  'docs/engines.md': enginesDocument,
  'docs/keys.md': keysDocument,
  'docs/pictures.md': picturesDocument,
  'docs/screens.md': screensDocument,
  'docs/walkthrough.md': walkthroughDocument,
};

/** @param {string} file */
function present(file) {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return undefined;
  }
}

/** @returns {string[]} the documents that are missing or out of date */
export const staleDocuments = () =>
  Object.entries(DOCUMENTS).flatMap(([file, make]) => (present(file) === make() ? [] : [file]));

/** @returns {string[]} the documents that were rewritten */
export function writeDocuments() {
  const stale = staleDocuments();
  for (const file of stale) writeFileSync(join(root, file), DOCUMENTS[file]?.() ?? '');
  return stale;
}
