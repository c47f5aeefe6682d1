import { Refusal } from '../../engine.ts';
import type { SortedMap } from './sortedMap.ts';

/** The parameters of a listing. */
export interface ListingQuery {
  readonly prefix: string;
  /**
   * Groups all keys that contain this delimiter after the prefix into common prefixes. Without it, all keys are
   * listed.
   */
  readonly delimiter?: '/';
  /** The token from the previous page. */
  readonly continuationToken?: string;
  /** Maximum number of keys and common prefixes on a page. */
  readonly max: number;
}

/** One page of the listing of a bucket. */
export interface ObjectListing {
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
  /** Undefined on the last page. */
  readonly continuationToken?: string;
}

/** The end of a page: a key, or a common prefix, which represents all keys that begin with it. */
interface PageEnd {
  readonly kind: 'key' | 'prefix';
  readonly text: string;
}

/**
 * Lists one page of a bucket's keys in order. A page continues after the end of the previous one, so keys that are
 * added or removed meanwhile do not cause others to be repeated or skipped.
 * @throws Refusal 400 for a token that is not from a listing
 */
export function listPage(objects: SortedMap<unknown>, query: ListingQuery): ObjectListing {
  const { prefix, delimiter, max, continuationToken } = query;
  const keys: string[] = [];
  const prefixes: string[] = [];
  let last = continuationToken === undefined ? undefined : readToken(continuationToken);
  let index = Math.max(objects.indexFrom(prefix), last === undefined ? 0 : indexAfter(objects, last));
  for (;;) {
    const key = objects.keyAt(index);
    if (key === undefined || !key.startsWith(prefix)) return { keys, prefixes };
    if (last !== undefined && keys.length + prefixes.length >= max)
      return { keys, prefixes, continuationToken: token(last) };
    const end = delimiter === undefined ? -1 : key.indexOf(delimiter, prefix.length);
    last = end < 0 ? { kind: 'key', text: key } : { kind: 'prefix', text: key.slice(0, end + 1) };
    (last.kind === 'key' ? keys : prefixes).push(last.text);
    index = indexAfter(objects, last);
  }
}

function indexAfter(objects: SortedMap<unknown>, { kind, text }: PageEnd): number {
  // "0" follows "/", so no key from this position on begins with the prefix.
  if (kind === 'prefix') return objects.indexFrom(`${text.slice(0, -1)}0`);
  const index = objects.indexFrom(text);
  return objects.keyAt(index) === text ? index + 1 : index;
}

const token = ({ kind, text }: PageEnd): string =>
  Buffer.from(JSON.stringify([kind, text])).toString('base64url');

function readToken(text: string): PageEnd {
  try {
    const [kind, key] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if ((kind === 'key' || (kind === 'prefix' && String(key).endsWith('/'))) && typeof key === 'string')
      return { kind, text: key };
  } catch {
    // Refused below, like any other invalid token.
  }
  throw new Refusal(400, 'the continuationToken does not belong to this listing: start again without it');
}
