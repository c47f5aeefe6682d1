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
describe('directories with what is in them', () => treeTests(() => bench));
describe('maps of OSDs that are old', () => staleMapTests(() => bench));
