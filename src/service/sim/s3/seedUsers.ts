import type { S3CorsRule } from '../../../api/contract/s3Buckets.ts';
import type { Dice } from '../model/random.ts';
import type { SimGrant, Permissions, ObjectQuota } from './model.ts';
import { backups, exports, films, pictures, telemetry, type SeedObject } from './seedObjects.ts';

/** A bucket of a new cluster. */
export interface SeedBucket {
  readonly name: string;
  readonly cors?: readonly S3CorsRule[];
  /** Grants in addition to the owner's. */
  readonly grants?: readonly SimGrant[];
  readonly objects?: (now: number, dice: Dice) => Iterable<SeedObject>;
}

/** A user of a new cluster. */
export interface SeedUser {
  readonly uid: string;
  readonly name: string;
  readonly email?: string;
  readonly suspended?: true;
  readonly subusers?: Readonly<Record<string, Permissions>>;
  readonly userQuota?: ObjectQuota;
  readonly bucketQuota?: ObjectQuota;
  readonly buckets?: readonly SeedBucket[];
}

const GIB_IN_KB = 1024 * 1024;

/** The users of a new cluster. */
export const SEED_USERS: readonly SeedUser[] = [
  { uid: 'admin', name: 'Storage administration', buckets: [{ name: 'scratch' }] },
  {
    uid: 'backup',
    name: 'Backup service',
    email: 'backup@example.net',
    subusers: { restore: 'read' },
    buckets: [
      { name: 'backup-daily', objects: (now, dice) => backups(now, dice, 1, 30) },
      { name: 'backup-monthly', objects: (now, dice) => backups(now, dice, 30, 24) },
    ],
  },
  {
    uid: 'webshop',
    name: 'Web shop',
    email: 'shop-team@example.net',
    bucketQuota: { enabled: true, maxSizeKb: 100 * GIB_IN_KB, maxObjects: 1_000_000 },
    buckets: [
      {
        name: 'shop-images',
        cors: [
          {
            id: 'shop',
            allowedMethods: ['GET', 'HEAD'],
            allowedOrigins: ['https://shop.example.net'],
            allowedHeaders: ['*'],
            exposedHeaders: ['ETag'],
            maxAgeSeconds: 3600,
          },
        ],
        grants: [{ grantee: 'ALL_USERS', permission: 'Read' }],
        objects: pictures,
      },
      {
        name: 'shop-exports',
        grants: [{ grantee: 'SINGLE_USER', userId: 'analytics', permission: 'Read' }],
        objects: exports,
      },
    ],
  },
  {
    uid: 'analytics',
    name: 'Analytics',
    email: 'analytics@example.net',
    subusers: { dashboards: 'read', ingest: 'write' },
    userQuota: { enabled: true, maxSizeKb: 500 * GIB_IN_KB, maxObjects: -1 },
    buckets: [{ name: 'telemetry', objects: telemetry }],
  },
  { uid: 'media', name: 'Media archive', buckets: [{ name: 'media-archive', objects: films }] },
  { uid: 'jdoe', name: 'Jane Doe', email: 'jane.doe@example.net', suspended: true },
];
