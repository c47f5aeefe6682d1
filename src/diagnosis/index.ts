/** Root-cause diagnosis: pure rules over the answers of any service that implements the interface. */
export { diagnose } from './diagnose.ts';
export { readOsdsInChunks, readOsds } from './evidence/osds.ts';
