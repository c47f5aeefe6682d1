// npm run bench -- OPTIONS: builds the program and measures it together with similar programs (bench/main.ts).
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { inOwnNode } from './lib/ownNode.mjs';
import { say } from './lib/project.mjs';

try {
  ensureInstalled();
  await inOwnNode(fileURLToPath(import.meta.url), async () => {
    const { bundle } = await import('./build/bundle.mjs');
    await bundle();
    await import('../bench/main.ts');
  });
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
