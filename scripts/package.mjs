// npm run package: makes the packages for hosts without network access and without Node, in packages/.
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { inOwnNode } from './lib/ownNode.mjs';
import { root, runScript, say } from './lib/project.mjs';
import { ensureTools } from './package/needs.mjs';

await runScript(async () => {
  // Anything else that is given is refused before minutes of work.
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
  if (values.help)
    return say('npm run package: makes all packages in packages/, in some minutes. It has no options.');
  ensureTools();
  await inOwnNode(import.meta.url, async () => {
    const { makePackages } = await import('./package/make.mjs');
    for (const path of await makePackages(join(root, 'packages'))) say(`made ${relative(root, path)}`);
  });
});
