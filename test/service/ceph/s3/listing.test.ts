import { expect, test } from 'vitest';
import { readListing, readVersions } from '../../../../src/service/ceph/s3/listing.ts';

const page = (inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><EncodingType>url</EncodingType><Name>b</Name><Prefix>c/</Prefix><MaxKeys>4</MaxKeys><Delimiter>/</Delimiter>${inner}</ListBucketResult>`;
const CONTENTS =
  '<Contents><Key>c%2Fk%202%2B%25%C3%A9%26%3D%3F.txt</Key><LastModified>2026-11-21T02:21:16.999Z</LastModified><ETag>&quot;be50e8478cf24ff3595bc7307fb91b50&quot;</ETag><Size>6</Size><StorageClass>STANDARD</StorageClass><Owner><ID>alice</ID><DisplayName>Alice Ä</DisplayName></Owner><Type>Normal</Type></Contents>';

test('keys are decoded, and the page token is not', () => {
  const xml = page(
    `<IsTruncated>true</IsTruncated><CommonPrefixes><Prefix>c/sp%20ace/</Prefix></CommonPrefixes>${CONTENTS}<NextContinuationToken>c/100%&amp;x</NextContinuationToken>`,
  );
  expect(readListing(xml, 'b')).toEqual({
    prefixes: ['c/sp ace/'],
    objects: [
      {
        bucketName: 'b',
        key: 'c/k 2+%é&=?.txt',
        size: 6,
        lastModified: '2026-11-21T02:21:16.999Z',
        storageClass: 'STANDARD',
        etag: 'be50e8478cf24ff3595bc7307fb91b50',
        owner: { id: 'alice', displayName: 'Alice Ä' },
      },
    ],
    continuationToken: 'c/100%&x',
  });
});

test('the last page has no token', () => {
  const xml = page('<IsTruncated>false</IsTruncated><NextContinuationToken>x</NextContinuationToken>');
  expect(readListing(xml, 'b')).toEqual({ prefixes: [], objects: [] });
});

test('keys that were not encoded are not decoded', () => {
  const xml = page(CONTENTS).replace('<EncodingType>url</EncodingType>', '');
  expect(readListing(xml, 'b').objects?.[0]?.key).toBe('c%2Fk%202%2B%25%C3%A9%26%3D%3F.txt');
});

test('a listing of versions has every version and delete marker', () => {
  const xml =
    '<ListVersionsResult><EncodingType>url</EncodingType><DeleteMarker><Key>a%2Fb</Key><VersionId>XpfD</VersionId></DeleteMarker><Version><Key>%01</Key><VersionId>null</VersionId></Version></ListVersionsResult>';
  expect(readVersions(xml)).toEqual([
    { key: '\u0001', versionId: 'null' },
    { key: 'a/b', versionId: 'XpfD' },
  ]);
});
