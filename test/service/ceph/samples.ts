import { readFileSync } from 'node:fs';

/** What a real cluster (Ceph 16.2.15) answered. */
export const sample = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./samples/${name}.json`, import.meta.url), 'utf8'));
