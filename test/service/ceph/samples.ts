import { readFileSync } from 'node:fs';

/** What a real cluster (Ceph 16.2.15) answered. */
export const sample = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./samples/${name}.json`, import.meta.url), 'utf8')) as T;
