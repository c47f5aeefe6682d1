import { expect, test } from 'vitest';
import { staleDocuments } from '../../scripts/docs/documents.mjs';

test('the documents that are made from the sources say what these say now (npm run docs)', () => {
  expect(staleDocuments()).toEqual([]);
});
