import { readFileSync } from 'node:fs';
import { helperSource } from '../../../src/service/ceph/helper/source.ts';

const fake = readFileSync(new URL('./fakeRados.py', import.meta.url), 'utf8');

/** helper.py with fakeRados.py instead of librados. */
export const helperOnFakeRados = `
import sys, types
rados = types.ModuleType("rados")
exec(${JSON.stringify(fake)}, rados.__dict__)
sys.modules["rados"] = rados
exec(${JSON.stringify(helperSource())})
`;
