// npm run package: what goes to hosts without a network and without Node, in packages/: a .deb, a tar.xz, checksums.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { inOwnNode } from './lib/ownNode.mjs';
import { root, say } from './lib/project.mjs';

/** @returns {Promise<void>} */
async function makePackages() {
  const { bundle } = await import('./build/bundle.mjs');
  const { packagesIn } = await import('./package/contents.mjs');
  const { stage } = await import('./package/stage.mjs');
  const { archive, checksums, debianPackage } = await import('./package/archives.mjs');
  const { VERSION: version } = await import('../src/commands/version.ts');
  const folder = join(root, 'packages');
  const staged = join(folder, `storedeck-${version}`);
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { inputs } = await bundle({ folder: join(staged, 'lib', 'storedeck') });
  stage(staged, { version, packages: packagesIn(inputs) });
  const bom = join(folder, `storedeck-${version}.cdx.json`);
  copyFileSync(join(staged, 'share', 'doc', 'storedeck', 'sbom.cdx.json'), bom);
  const tarball = join(folder, `storedeck-${version}-linux-${process.arch}.tar.xz`);
  archive(staged, tarball);
  const deb = debianPackage(staged, folder, version);
  checksums(folder, [deb, tarball, bom]);
  for (const path of [deb, tarball, bom, join(folder, 'SHA256SUMS')]) say(`made ${relative(root, path)}`);
}

try {
  ensureInstalled();
  await inOwnNode(fileURLToPath(import.meta.url), makePackages);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
