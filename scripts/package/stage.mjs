import { chmodSync, copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { completionScript } from '../../src/commands/completion.ts';
import { configHelp } from '../../src/commands/help.ts';
import { root } from '../lib/project.mjs';
import { licenceText } from './contents.mjs';
import { manPage } from './manPage.mjs';
import { billOfMaterials } from './sbom.mjs';

/** The launcher, which runs the packaged Node. It finds it relative to its own path after resolving links. */
const LAUNCHER = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/../lib/storedeck/node" "$here/../lib/storedeck/storedeck.cjs" "$@"
`;

/** @param {string} path @param {string | Buffer} text */
function write(path, text, mode = 0o644) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
  chmodSync(path, mode);
}

/** @param {readonly import('./contents.mjs').Package[]} packages @param {import('./node.mjs').NodeFiles} node */
function licences(packages, node) {
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
    ...part(`Node ${node.version}, and what is inside it`, node.licence),
    '',
  ].join('\n');
}

/**
 * Creates the installed files: bin, lib and share, for /usr or any other folder.
 *
 * @param {string} prefix the target folder
 * @param {object} what
 * @param {string} what.version
 * @param {readonly import('./contents.mjs').Package[]} what.packages
 * @param {string} what.program the folder of the built program
 * @param {import('./node.mjs').NodeFiles} what.node
 */
export function stage(prefix, { version, packages, program, node }) {
  cpSync(program, join(prefix, 'lib', 'storedeck'), { recursive: true });
  write(join(prefix, 'lib', 'storedeck', 'node'), node.program, 0o755);
  write(join(prefix, 'bin', 'storedeck'), LAUNCHER, 0o755);
  const share = join(prefix, 'share');
  write(join(share, 'man', 'man1', 'storedeck.1'), manPage(version));
  write(join(share, 'bash-completion', 'completions', 'storedeck'), completionScript('bash'));
  write(join(share, 'zsh', 'vendor-completions', '_storedeck'), completionScript('zsh'));
  write(join(share, 'fish', 'vendor_completions.d', 'storedeck.fish'), completionScript('fish'));
  const documents = join(share, 'doc', 'storedeck');
  write(join(documents, 'examples', 'config.toml'), configHelp());
  write(join(documents, 'licences.txt'), licences(packages, node));
  write(join(documents, 'sbom.cdx.json'), billOfMaterials({ version, nodeVersion: node.version, packages }));
  for (const name of ['README.md', 'CHANGELOG.md']) copyFileSync(join(root, name), join(documents, name));
  copyFileSync(join(root, 'LICENSE'), join(documents, 'copyright'));
}
