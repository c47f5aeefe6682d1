import type { S3Grant } from '../../../api/contract/s3Buckets.ts';
import { ifRefused, Refusal } from '../../engine.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { noGrantee, refuseGrant } from '../../rules/s3.ts';
import type { AccessKey } from '../../s3/accessKey.ts';
import type { Say } from '../tasks/board.ts';
import { bucketName, type BucketStats } from './buckets.ts';
import type { Admin } from './gateway/admin.ts';
import { SERVICE_USER } from './gateway/serviceKey.ts';
import { writePolicy } from './grants.ts';
import { requireFreeName, tenantOf } from './names.ts';
import type { ObjectStore } from './objectStore.ts';
import { actorOf } from './users.ts';

/** A change of a bucket by PUT or PATCH; omitted fields stay unchanged. */
export interface BucketChange {
  readonly owner?: string;
  readonly acl?: readonly S3Grant[];
}

/** A checked change of a bucket. */
export interface BucketPlan {
  readonly name: string;
  readonly owner: string;
  readonly acl?: readonly S3Grant[];
  /** The present bucket; undefined for a new one, which is created with the key of its owner. */
  readonly present?: BucketStats;
  readonly ownerKey?: AccessKey;
}

/** Finds a bucket; undefined if it does not exist. */
export const findBucket = (admin: Admin, name: string): Promise<BucketStats | undefined> =>
  admin.bucket(name).catch(ifRefused(() => undefined, 404));

async function requireGrant(admin: Admin, grant: S3Grant): Promise<void> {
  enforce(refuseGrant(grant));
  const { grantee, userId = '' } = grant;
  if (grantee !== 'SINGLE_USER') return;
  const user = await admin.user(userId).catch(ifRefused(() => undefined, 404));
  if (!user) throw refusal(noGrantee(userId));
}

function requireSameTenant(name: string, owner: string): void {
  const [ofBucket, ofOwner] = [tenantOf(name, '/'), tenantOf(owner, '$')];
  if (ofBucket === ofOwner) return;
  const where = (tenant: string) => (tenant === '' ? 'no tenant' : `the tenant ${tenant}`);
  throw new Refusal(
    400,
    `the bucket ${name} belongs to ${where(ofBucket)} and the S3 user ${owner} to ${where(ofOwner)}: a bucket of a tenant is named TENANT/NAME and owned by TENANT$USER`,
  );
}

/**
 * Checks a change of a bucket.
 * @param present the present bucket, undefined for a new one
 * @throws Refusal 400, 404 or 409
 */
export async function planChange(
  admin: Admin,
  name: string,
  present: BucketStats | undefined,
  change: BucketChange,
): Promise<BucketPlan> {
  const owner = change.owner ?? present?.owner ?? SERVICE_USER;
  // Only a part before a slash that is not empty is a tenant.
  if (present === undefined)
    requireFreeName(tenantOf(name, '/') === '' ? name : name.slice(name.indexOf('/') + 1));
  if (owner !== present?.owner) requireSameTenant(name, owner);
  const info = owner === present?.owner ? undefined : await admin.user(owner);
  for (const grant of change.acl ?? []) await requireGrant(admin, grant);
  return {
    name,
    owner,
    ...(change.acl && { acl: change.acl }),
    ...(present ? { present } : info && { ownerKey: actorOf(info) }),
  };
}

async function createBucket({ gateway, admin }: ObjectStore, { name, ownerKey }: BucketPlan): Promise<void> {
  await gateway.readText({
    method: 'PUT',
    subject: { bucket: name },
    ...(ownerKey && { as: ownerKey }),
  });
  admin.clearCache();
}

async function changeOwner({ admin }: ObjectStore, present: BucketStats, uid: string): Promise<void> {
  await admin.change(
    'PUT',
    { admin: 'bucket', bucket: bucketName(present) },
    { uid, 'bucket-id': present.id },
  );
}

/** Makes a checked change. @param say writes each step to the task's log */
export async function applyChange(store: ObjectStore, plan: BucketPlan, say: Say): Promise<void> {
  const { name, owner, present, acl } = plan;
  if (present === undefined) {
    await createBucket(store, plan);
    say(`bucket ${name} created: owner ${owner}`);
  } else if (present.owner !== owner) {
    await changeOwner(store, present, owner);
    say(`bucket ${name}: owner changed from ${present.owner} to ${owner}, grants to others removed`);
    say(
      `The objects in it still belong to ${present.owner}. To change their owner, run: radosgw-admin bucket chown --bucket ${name} --uid ${owner}`,
    );
  }
  if (acl !== undefined) {
    const body = writePolicy(owner, acl);
    await store.gateway.readText({ method: 'PUT', subject: { bucket: name }, query: { acl: '' }, body });
    say(`bucket ${name}: ${acl.length} grants set`);
  }
}
