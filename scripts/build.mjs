// npm run build: builds the production program, dist/storedeck.cjs and its parts.
import { inOwnNode } from './lib/ownNode.mjs';
import { say } from './lib/project.mjs';

await inOwnNode(import.meta.url, async () => {
  const { bundle } = await import('./build/bundle.mjs');
  const { bytes, ms } = await bundle();
  say(`dist/storedeck.cjs built: ${Math.round(bytes / 1024)} KB in ${Math.round(ms)} ms`);
});
