import type { Reply } from './runOperation.ts';

/** The headers of every answer. */
export const FIXED_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The headers of an answer in JSON. */
export function jsonHeaders({ ageMs = 0, tag }: Pick<Reply, 'ageMs' | 'tag'>) {
  const age = Math.round(ageMs / 1000);
  return {
    'content-type': JSON_TYPE,
    ...(age > 0 && { age: String(age) }),
    ...(tag !== undefined && { etag: tag }),
  };
}

/**
 * An answer as it is sent: without content, with status 304, to a client that has it.
 * @param known the header `If-None-Match`; a proxy may have marked its tag as weak
 */
export function unlessKnown(reply: Reply, known: string | undefined): Reply {
  const { ageMs = 0, tag } = reply;
  return tag !== undefined && known?.replace(/^W\//, '') === tag ? { status: 304, ageMs, tag } : reply;
}
