// npm run bench -- OPTIONS: builds the program and measures it together with similar programs (bench/main.ts).
import { inOwnNode } from './lib/ownNode.mjs';

await inOwnNode(import.meta.url, async () => {
  const { bundle } = await import('./build/bundle.mjs');
  await bundle();
  await import('../bench/main.ts');
});
