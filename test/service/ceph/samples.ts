import { readFileSync } from 'node:fs';

/** The releases of Ceph from which answers were recorded: 16.2.15, 18.2.7 and 20.2.4. */
export const RELEASES = ['16.2', '18.2', '20.2'] as const;
export type Release = (typeof RELEASES)[number];

/** A recorded answer of a real cluster of a release. */
export const sample = (name: string, release: Release = '16.2'): unknown =>
  JSON.parse(readFileSync(new URL(`./samples/${release}/${name}.json`, import.meta.url), 'utf8'));
