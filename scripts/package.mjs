// npm run package: makes the packages for hosts without network access and without Node, in packages/.
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { inOwnNode } from './lib/ownNode.mjs';
import { root, say } from './lib/project.mjs';
import { ensureTools } from './package/needs.mjs';

try {
  ensureTools();
  ensureInstalled();
  await inOwnNode(fileURLToPath(import.meta.url), async () => {
    const { makePackages } = await import('./package/make.mjs');
    for (const path of await makePackages(join(root, 'packages'))) say(`made ${relative(root, path)}`);
  });
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
