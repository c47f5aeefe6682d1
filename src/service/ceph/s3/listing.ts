import type { S3Object, S3ObjectListing } from '../../../api/contract/s3Buckets.ts';
import { readXml, type Element } from './gateway/xml.ts';

/** Requests percent-encoded keys, because XML cannot represent all keys. */
export const ENCODED = { 'encoding-type': 'url' } as const;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const decoder = (list: Element): ((text: string | undefined) => string) =>
  list.read('EncodingType') === 'url' ? (text = '') => decode(text) : (text = '') => text;

/** An etag without the quotes that HTTP puts around it. */
export const withoutQuotes = (etag: string): string => etag.replace(/^"(.*)"$/, '$1');

function readObject(contents: Element, bucketName: string, key: string): S3Object {
  const [owner] = contents.all('Owner');
  const id = owner?.read('ID');
  const displayName = owner?.read('DisplayName');
  return {
    bucketName,
    key,
    size: Number(contents.read('Size') ?? 0),
    lastModified: contents.read('LastModified') ?? '',
    storageClass: contents.read('StorageClass') ?? '',
    etag: withoutQuotes(contents.read('ETag') ?? ''),
    ...(id !== undefined && { owner: { id, displayName: displayName ?? id } }),
  };
}

/** Parses a page of a ListBucketResult (version 2). */
export function readListing(xml: string, bucketName: string): S3ObjectListing {
  const list = readXml(xml);
  const plain = decoder(list);
  // The gateways do not encode the token.
  const continuationToken = list.read('NextContinuationToken');
  return {
    prefixes: list.all('CommonPrefixes').map((common) => plain(common.read('Prefix'))),
    objects: list
      .all('Contents')
      .map((contents) => readObject(contents, bucketName, plain(contents.read('Key')))),
    ...(list.read('IsTruncated') === 'true' && continuationToken !== undefined && { continuationToken }),
  };
}

/** One version of an object; in a bucket without versioning, its id is `null`. */
export interface ObjectVersion {
  readonly key: string;
  readonly versionId: string;
}

/** Parses a page of a ListVersionsResult: versions and delete markers. */
export function readVersions(xml: string): ObjectVersion[] {
  const list = readXml(xml);
  const plain = decoder(list);
  return [...list.all('Version'), ...list.all('DeleteMarker')].map((version) => ({
    key: plain(version.read('Key')),
    versionId: version.read('VersionId') ?? 'null',
  }));
}
