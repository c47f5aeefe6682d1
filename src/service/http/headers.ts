import type { Reply } from './runOperation.ts';

/** The headers of every answer. */
export const FIXED_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The headers of an answer in JSON. */
export function jsonHeaders({ ageMs = 0 }: Pick<Reply, 'ageMs'>) {
  const age = Math.round(ageMs / 1000);
  return { 'content-type': JSON_TYPE, ...(age > 0 && { age: String(age) }) };
}
