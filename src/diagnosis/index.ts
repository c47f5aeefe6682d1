/** The room that says what is to blame: pure rules over what any service of the interface tells. */
export { diagnose } from './diagnose.ts';
export { readingOsds, readOsds } from './evidence/osds.ts';
