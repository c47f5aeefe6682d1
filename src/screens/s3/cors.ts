import type { S3CorsRule } from '../../api/contract/s3Buckets.ts';
import { duration } from '../../lib/format.ts';
import { answeredAs } from '../../store/answers/rowAnswers.ts';
import { resource } from '../../store/cache/resource.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { listScreen } from '../list/screen.ts';
import type { Screen } from '../screen.ts';
import { GROUP } from './group.ts';

const listed = (words: readonly string[] | undefined) => (words ?? []).join(' ');

/** The CORS rules of a bucket, read-only because the interface cannot change them. */
export const cors: Screen = listScreen<S3CorsRule>()({
  id: 's3-cors',
  names: ['cors'],
  needs: ['bucket'],
  group: GROUP,
  title: 'CORS rules of a bucket',
  help: 'Which web sites may use a bucket from a browser; clients set these rules over S3',
  reads: ({ scope: { bucket = '' } }) => ({
    bucket: resource('getS3Bucket', { params: { bucketName: bucket } }),
  }),
  rows: ({ bucket: { cors = [] } }) => ({ rows: cors }),
  rowId: (rule) => rule.id ?? JSON.stringify(rule),
  answers: answeredAs('getS3Bucket'),
  columns: [
    textColumn({ id: 'id', title: 'RULE', flex: 1, min: 8, priority: 1, name: true }),
    textColumn({ id: 'origins', title: 'ORIGINS', flex: 2, min: 16, priority: 0 }, (row) =>
      listed(row.allowedOrigins),
    ),
    textColumn({ id: 'methods', title: 'METHODS', flex: 1, min: 10, priority: 0 }, (row) =>
      listed(row.allowedMethods),
    ),
    textColumn({ id: 'headers', title: 'HEADERS', flex: 1, min: 10, priority: 3 }, (row) =>
      listed(row.allowedHeaders),
    ),
    textColumn({ id: 'exposed', title: 'EXPOSED', flex: 1, min: 10, priority: 4 }, (row) =>
      listed(row.exposedHeaders),
    ),
    numberColumn(
      { id: 'age', title: 'KEPT', words: 'kept by browsers', width: 6, priority: 2 },
      (row) => row.maxAgeSeconds,
      duration,
    ),
  ],
  page: { noun: 'CORS rule' },
  empty: 'No CORS rules. A client sets them over S3: s3cmd setcors FILE s3://BUCKET',
  links: (_row, { bucket = '' }) => [
    { label: `objects in ${bucket}`, screen: 's3-objects', scope: { bucket } },
    { label: `who may use ${bucket}`, screen: 's3-grants', scope: { bucket } },
  ],
});
