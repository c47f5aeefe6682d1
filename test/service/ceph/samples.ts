import { readFileSync } from 'node:fs';

/** The releases of Ceph that answers were recorded from: 16.2.15 and 20.2.4. */
export type Release = '16.2' | '20.2';

/** What a real cluster of a release answered. */
export const sample = (name: string, release: Release = '16.2'): unknown =>
  JSON.parse(readFileSync(new URL(`./samples/${release}/${name}.json`, import.meta.url), 'utf8'));
