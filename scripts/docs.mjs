// node scripts/docs.mjs [--check]: writes the documents generated from the sources, or only checks them.
import { inOwnNode } from './lib/ownNode.mjs';
import { say } from './lib/project.mjs';

await inOwnNode(import.meta.url, async () => {
  // Imports TypeScript sources, which an older Node cannot do.
  const { staleDocuments, writeDocuments } = await import('./docs/documents.mjs');
  const isCheck = process.argv.includes('--check');
  for (const file of isCheck ? staleDocuments() : writeDocuments())
    say(isCheck ? `${file} is not what its sources say: npm run docs` : `${file} written`);
  if (isCheck && staleDocuments().length > 0) process.exitCode = 1;
});
