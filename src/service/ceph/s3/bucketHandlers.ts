import type { S3CorsRule } from '../../../api/contract/s3Buckets.ts';
import type { Section } from '../../engine.ts';
import { enforce } from '../../rules/refused.ts';
import { refuseOtherBucket } from '../../rules/s3.ts';
import { requireConsent } from '../../values/consent.ts';
import type { Say, TaskTable } from '../tasks/board.ts';
import { applyChange, findBucket, planChange, type BucketChange } from './bucketChange.ts';
import { deletionJob, requireDeletable } from './bucketDeletion.ts';
import { bucketQuotas, toBucketName, toS3Bucket, type BucketStats } from './buckets.ts';
import { GatewayRefusal } from './gateway/refusal.ts';
import { readXml } from './gateway/xml.ts';
import { readPolicy } from './grants.ts';
import type { ObjectStore } from './objectStore.ts';

/** Parses the rules of a CORSConfiguration. */
export function readCors(xml: string): S3CorsRule[] {
  return readXml(xml)
    .all('CORSRule')
    .map((rule) => {
      const texts = (name: string) => rule.all(name).map(({ text }) => text);
      const id = rule.read('ID');
      const maxAge = rule.read('MaxAgeSeconds');
      return {
        ...(id !== undefined && { id }),
        allowedMethods: texts('AllowedMethod'),
        allowedOrigins: texts('AllowedOrigin'),
        allowedHeaders: texts('AllowedHeader'),
        exposedHeaders: texts('ExposeHeader'),
        ...(maxAge !== undefined && { maxAgeSeconds: Number(maxAge) }),
      };
    });
}

export const s3BucketHandlers = (store: ObjectStore, tasks: TaskTable) => {
  const { admin, gateway } = store;

  const change = async (name: string, present: BucketStats | undefined, body: BucketChange, by: string) => {
    const plan = await planChange(admin, name, present, body);
    const run = (say: Say) => applyChange(store, plan, say);
    return tasks.start({ name: 'Create or change bucket', object: name, by, run });
  };

  const corsOf = async (bucket: string) => {
    try {
      return readCors(await gateway.readText({ method: 'GET', subject: { bucket }, query: { cors: '' } }));
    } catch (failure) {
      if (failure instanceof GatewayRefusal && failure.code === 'NoSuchCORSConfiguration') return [];
      throw failure;
    }
  };

  const withQuotas = async () => {
    const [buckets, users] = await Promise.all([admin.buckets(), admin.users()]);
    return { buckets, quotas: bucketQuotas(users) };
  };

  return {
    async listS3Buckets() {
      const { buckets, quotas } = await withQuotas();
      return buckets.map((bucket) => toS3Bucket(bucket, quotas));
    },
    async listS3BucketNames() {
      const { buckets, quotas } = await withQuotas();
      return buckets.map((bucket) => toBucketName(bucket, quotas));
    },

    async getS3Bucket({ params: { bucketName: bucket } }) {
      const policy = gateway.readText({ method: 'GET', subject: { bucket }, query: { acl: '' } });
      const [xml, cors] = await Promise.all([policy, corsOf(bucket)]);
      return { cors, acl: [...readPolicy(xml).grants] };
    },

    putS3Bucket: async ({ params: { bucketName }, body }, { by }) =>
      change(bucketName, await findBucket(admin, bucketName), body, by),

    updateS3Bucket: async ({ params: { bucketName }, body }, { by }) =>
      change(bucketName, await admin.bucket(bucketName), body, by),

    async deleteS3Bucket({ params: { bucketName }, body }, { by }) {
      const { deleteData = false, thisWillDeleteData } = body;
      const stats = await admin.bucket(bucketName);
      enforce(refuseOtherBucket(bucketName, body));
      requireConsent(thisWillDeleteData, bucketName);
      requireDeletable(stats, deleteData);
      return tasks.start(deletionJob(store, { bucket: bucketName, id: stats.id, deleteData }, by));
    },
  } satisfies Section;
};
