import type { S3ObjectMetadata } from '../../../api/contract/s3Buckets.ts';
import { asHttp } from '../../s3/objectHeaders.ts';
import { wholeMd5 } from '../content/content.ts';
import type { StoredObject } from './model.ts';

/** An object's metadata; `raw` is what a gateway would send as headers. */
export function toMetadata({ content, modifiedAt, headers }: StoredObject): S3ObjectMetadata {
  const { size, etag } = content;
  const md5 = wholeMd5(content);
  return {
    ...headers,
    lastModified: Math.floor(modifiedAt / 1000),
    etag,
    size,
    ...(md5 !== undefined && { contentMD5: Buffer.from(md5, 'hex').toString('base64') }),
    raw: {
      'content-length': String(size),
      etag: `"${etag}"`,
      'last-modified': new Date(modifiedAt).toUTCString(),
      ...asHttp(headers),
    },
  };
}
