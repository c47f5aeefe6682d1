import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { completionScript } from '../../src/commands/completion.ts';
import { configHelp } from '../../src/commands/configHelp.ts';
import { nodeExecutable } from '../lib/install.mjs';
import { root } from '../lib/project.mjs';
import { licenceText, nodeLicence } from './contents.mjs';
import { manPage } from './manPage.mjs';
import { billOfMaterials } from './sbom.mjs';

/** The program's own Node beside it, so that the host needs none; found from where the launcher lies, through links. */
const LAUNCHER = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/../lib/storedeck/node" "$here/../lib/storedeck/storedeck.cjs" "$@"
`;

/** @param {string} path @param {string} text */
function write(path, text, mode = 0o644) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
  chmodSync(path, mode);
}

/** @param {readonly import('./contents.mjs').Package[]} packages */
function licences(packages) {
  const rule = '='.repeat(78);
  const part = (/** @type {string} */ heading, /** @type {string} */ text) => [
    '',
    rule,
    heading,
    rule,
    '',
    text.trim(),
  ];
  return [
    'storedeck is under the MIT licence (see copyright beside this file). It contains the following.',
    ...packages.flatMap((library) =>
      part(`${library.name} ${library.version} (${library.licence})`, licenceText(library)),
    ),
    ...part(`Node ${process.versions.node}, and what is inside it`, nodeLicence()),
    '',
  ].join('\n');
}

/** The Node that runs the program, without what only debuggers read. @param {string} node where it goes */
function copyNode(node) {
  copyFileSync(nodeExecutable(), node);
  execFileSync('strip', ['--strip-all', node]);
  chmodSync(node, 0o755);
}

/**
 * Lays out what is installed: bin, lib and share, the same under /usr and in a folder of its own.
 *
 * @param {string} prefix where the program has been built, in lib/storedeck
 * @param {{ version: string, packages: readonly import('./contents.mjs').Package[] }} what
 */
export function stage(prefix, { version, packages }) {
  copyNode(join(prefix, 'lib', 'storedeck', 'node'));
  write(join(prefix, 'bin', 'storedeck'), LAUNCHER, 0o755);
  const share = join(prefix, 'share');
  write(join(share, 'man', 'man1', 'storedeck.1'), manPage(version));
  write(join(share, 'bash-completion', 'completions', 'storedeck'), completionScript('bash'));
  write(join(share, 'zsh', 'vendor-completions', '_storedeck'), completionScript('zsh'));
  write(join(share, 'fish', 'vendor_completions.d', 'storedeck.fish'), completionScript('fish'));
  const documents = join(share, 'doc', 'storedeck');
  write(join(documents, 'examples', 'config.toml'), configHelp());
  write(join(documents, 'licences.txt'), licences(packages));
  write(
    join(documents, 'sbom.cdx.json'),
    billOfMaterials({ version, nodeVersion: process.versions.node, packages }),
  );
  for (const name of ['README.md', 'CHANGELOG.md']) copyFileSync(join(root, name), join(documents, name));
  copyFileSync(join(root, 'LICENSE'), join(documents, 'copyright'));
}
