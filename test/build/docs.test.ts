import { expect, test } from 'vitest';
import { staleDocuments } from '../../scripts/docs/documents.mjs';

test('the generated documents match their sources (npm run docs updates them)', () => {
  expect(staleDocuments()).toEqual([]);
});
