import { afterAll, beforeAll, describe } from 'vitest';
import { Bench } from './bench.ts';
import { imageTests } from './suites/rbds.ts';
import { staleMapTests } from './suites/staleMaps.ts';
import { fileTests } from './suites/storefs.ts';
import { treeTests } from './suites/trees.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.create();
}, 300_000);
afterAll(() => bench?.destroy(), 60_000);

describe('block images', () => imageTests(() => bench));
describe('files', () => fileTests(() => bench));
describe('copying and deleting directories', () => treeTests(() => bench));
describe('clients with outdated OSD maps', () => staleMapTests(() => bench));
