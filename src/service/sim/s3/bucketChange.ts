import { Refusal } from '../../engine.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { noGrantee, refuseGrant } from '../../rules/s3.ts';
import { refuseBucketName } from '../../rules/s3Names.ts';
import type { SimJob, Run } from '../tasks/board.ts';
import { addBucket, bucketOrRefuse, ownerGrant } from './buckets.ts';
import { bucketQueue, type SimGrant, type SimObjectStore } from './model.ts';
import { saveBucket } from './saved.ts';
import { bucketsOf, requireServed, userOrRefuse } from './users.ts';

/** The owner of a bucket that is created without one. */
const DEFAULT_OWNER = 'admin';
/** Maximum number of buckets of a user (rgw_user_max_buckets). */
const MAX_BUCKETS = 1000;

/** A change of a bucket by PUT or PATCH; missing fields keep their value. */
export interface SimBucketChange {
  readonly owner?: string;
  readonly acl?: readonly SimGrant[];
}

/**
 * Checks a change.
 * @returns `create` if it creates a bucket
 * @throws Refusal 400, 404 or 409
 */
function checkChange(
  store: SimObjectStore,
  name: string,
  { owner, acl }: SimBucketChange,
): 'create' | 'update' {
  const bucket = store.buckets.get(name);
  if (bucket === undefined) enforce(refuseBucketName(name));
  const next = owner ?? bucket?.owner ?? DEFAULT_OWNER;
  if (next !== bucket?.owner) checkOwner(store, next);
  if (bucket === undefined) requireServed(store, next);
  for (const grant of acl ?? []) checkGrant(store, grant);
  return bucket === undefined ? 'create' : 'update';
}

/** Applies a checked change. */
function applyChange(store: SimObjectStore, name: string, { owner, acl }: SimBucketChange): void {
  const bucket = store.buckets.get(name) ?? addBucket(store, name, owner ?? DEFAULT_OWNER);
  if (owner !== undefined && owner !== bucket.owner) {
    bucket.owner = owner;
    // The grants of the previous owner are dropped, as when a gateway links a bucket to another user.
    bucket.acl = [ownerGrant(owner)];
  }
  if (acl !== undefined) {
    bucket.acl = acl.map(({ grantee, userId, permission }) => ({
      ...(grantee !== undefined && { grantee }),
      ...(grantee === 'SINGLE_USER' && userId !== undefined && { userId }),
      ...(permission !== undefined && { permission }),
    }));
  }
  saveBucket(store, name);
}

function checkOwner(store: SimObjectStore, uid: string): void {
  userOrRefuse(store, uid);
  if (bucketsOf(store, uid).length >= MAX_BUCKETS) {
    throw new Refusal(
      400,
      `the S3 user ${JSON.stringify(uid)} owns ${MAX_BUCKETS} buckets, the maximum: choose another owner`,
    );
  }
}

function checkGrant({ users }: SimObjectStore, grant: SimGrant): void {
  enforce(refuseGrant(grant));
  const { grantee, userId = '' } = grant;
  if (grantee === 'SINGLE_USER' && !users.has(userId)) throw refusal(noGrantee(userId));
}

/**
 * The task that creates a bucket, or changes its owner and grants.
 * @throws Refusal if that is impossible; the task checks again when it starts
 */
export function changeBucket(
  store: SimObjectStore,
  name: string,
  change: SimBucketChange,
  startedBy: string,
): SimJob {
  checkChange(store, name, change);
  return {
    name: 'Create or change bucket',
    object: name,
    startedBy,
    queue: bucketQueue(name),
    *run(): Run {
      const kind = checkChange(store, name, change);
      applyChange(store, name, change);
      const { owner, acl } = bucketOrRefuse(store, name);
      yield `bucket ${name} ${kind === 'create' ? 'created' : 'changed'}: owner ${owner}, ${acl.length} grants`;
    },
  };
}
