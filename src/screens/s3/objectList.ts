import type { Api } from '../../api/client.ts';
import type { S3Object } from '../../api/contract/s3Buckets.ts';
import { answered, type Answered } from '../../store/answers/rowAnswers.ts';
import { composed } from '../../store/cache/resource.ts';
import type { Scope, ScreenView } from '../../store/session/viewState.ts';
import { listData } from '../list/screen.ts';

/** An entry in one level of a bucket: a prefix, which acts as a folder, or an object. */
export interface ObjectRow extends S3Object, Answered {
  readonly isPrefix: boolean;
  /** The part of the key after the current prefix. */
  readonly name: string;
}

/** The most keys and prefixes of one S3 page. */
const PAGE = 1000;

/** The part of a bucket that is shown: one level below a prefix, or with `flat` everything below it. */
export const locationOf = ({ bucket = '', prefix = '', view }: Scope) => ({
  bucket,
  prefix,
  flat: view !== undefined,
});

/** The parent prefix; undefined at the top. */
export function parentPrefix(prefix: string): string | undefined {
  return prefix === '' ? undefined : prefix.replace(/[^/]*\/?$/, '');
}

const nameStart = (prefix: string) => prefix.lastIndexOf('/') + 1;

/** Reads pages until there are enough rows, or no more. */
async function readObjects(
  api: Api,
  { scope, limit }: Pick<ScreenView, 'scope' | 'limit'>,
  signal: AbortSignal,
): Promise<{ rows: ObjectRow[]; more: boolean }> {
  const { bucket, prefix, flat } = locationOf(scope);
  const start = nameStart(prefix);
  const folders: ObjectRow[] = [];
  const objects: ObjectRow[] = [];
  let token: string | undefined;
  for (;;) {
    const max = Math.min(PAGE, limit - folders.length - objects.length);
    const query = {
      max,
      prefix,
      ...(flat && { flatView: true }),
      ...(token && { continuationToken: token }),
    };
    const page = await api.listS3Objects({ params: { bucketName: bucket }, query }, { signal });
    const { prefixes = [], objects: found = [], continuationToken: next } = page;
    for (const key of prefixes)
      folders.push({
        isPrefix: true,
        key,
        name: key.slice(start),
        answers: [answered('listS3Objects', key)],
      });
    for (const object of found) {
      const { key = '' } = object;
      objects.push({
        ...object,
        isPrefix: false,
        name: key.slice(start) || key,
        answers: [answered('listS3Objects', object)],
      });
    }
    const rows = [...folders, ...objects];
    // A service that repeats a token would make this loop endless.
    if (!next || next === token || prefixes.length + found.length === 0) return { rows, more: false };
    if (rows.length >= limit) return { rows, more: true };
    token = next;
  }
}

/** The objects that a screen shows, read in as many requests as it takes. */
export const objectPage = (about: Pick<ScreenView, 'scope' | 'limit'>) =>
  composed({
    key: ['S3 objects', locationOf(about.scope), about.limit],
    read: (api, signal) => readObjects(api, about, signal),
    operations: ['listS3Objects'],
    everyMs: 10_000,
  });

/** The data of the screen `s3-objects`: what it shows of a bucket. */
export const objectData = listData('s3-objects', {
  reads: (about) => ({ page: objectPage(about) }),
  rows: ({ page }) => page,
});
