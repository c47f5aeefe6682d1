import { Refusal, type RefusalStatus } from '../../../engine.ts';
import { emailTaken, noBucket, noObject, noUser, uidTaken } from '../../../rules/s3.ts';
import { SERVICE_USER } from './serviceKey.ts';
import { readXml } from './xml.ts';

/** The subject of a request: an operation of the admin API, a bucket, or an object in a bucket. */
export type RefusedSubject =
  | { readonly admin: 'user' | 'bucket' | 'metadata/user'; readonly uid?: string; readonly bucket?: string }
  | { readonly bucket: string; readonly key?: string };

/** A refusal by a gateway with its code (S3 API Reference, "Error responses"; rgw_http_errors in Ceph's rgw_common.cc). */
export class GatewayRefusal extends Refusal {
  readonly code: string;

  constructor(status: RefusalStatus, code: string, message: string) {
    super(status, message);
    this.code = code;
  }
}

const quoted = (text: string | undefined): string => JSON.stringify(text ?? '');

const bucketOf = ({ bucket }: RefusedSubject): string => quoted(bucket);
const uidFrom = (subject: RefusedSubject): string => ('admin' in subject ? (subject.uid ?? '') : '');

const notFound = (subject: RefusedSubject): string => {
  if ('key' in subject && subject.key !== undefined) return noObject(subject.bucket, subject.key).message;
  return 'admin' in subject && subject.bucket === undefined
    ? noUser(subject.uid ?? '').message
    : noBucket(subject.bucket ?? '').message;
};

type RefusalMessage = string | ((subject: RefusedSubject) => string);

/** The statuses and messages for the gateways' error codes: mostly they send only the code. */
const MEANINGS: Readonly<Record<string, readonly [RefusalStatus, RefusalMessage]>> = {
  NoSuchBucket: [404, ({ bucket }) => noBucket(bucket ?? '').message],
  NoSuchKey: [404, notFound],
  NoSuchUser: [404, (subject) => noUser(uidFrom(subject)).message],
  NoSuchSubUser: [404, (subject) => `the S3 user ${quoted(uidFrom(subject))} has no such sub-user`],
  UserAlreadyExists: [409, (subject) => uidTaken(uidFrom(subject)).message],
  EmailExists: [409, emailTaken().message],
  BucketAlreadyExists: [409, (subject) => `the bucket ${bucketOf(subject)} of another user exists already`],
  BucketNotEmpty: [409, (subject) => `the bucket ${bucketOf(subject)} is not empty`],
  PreconditionFailed: [409, 'the object was changed meanwhile: check it and try again'],
  UserSuspended: [
    409,
    (subject) =>
      'admin' in subject
        ? `the S3 user ${SERVICE_USER} of this service is suspended: resume it with \`radosgw-admin user enable --uid ${SERVICE_USER}\``
        : 'the S3 user who owns this is suspended: resume the user first',
  ],
  QuotaExceeded: [
    403,
    (subject) =>
      `quota exceeded for the bucket ${bucketOf(subject)} or its owner: raise the quota or delete objects`,
  ],
  AccessDenied: [
    403,
    (subject) =>
      'admin' in subject
        ? `the S3 gateway denies this to the S3 user ${SERVICE_USER} of this service: give it full access with \`radosgw-admin user modify --uid ${SERVICE_USER} --system\``
        : `the S3 gateway denies this to the owner of the bucket ${bucketOf(subject)}: check the grants of the bucket and the owner of the object`,
  ],
  PermanentRedirect: [
    409,
    (subject) =>
      `the bucket ${bucketOf(subject)} is in another zone group: use the management service of its cluster`,
  ],
  TooManyBuckets: [
    400,
    'the owner has the maximum number of buckets: choose another owner, or raise the limit with `radosgw-admin user modify --max-buckets`',
  ],
  InvalidBucketName: [400, (subject) => `${bucketOf(subject)} is not a valid bucket name`],
  EntityTooLarge: [413, 'the object is larger than the S3 gateways accept (rgw_max_put_size)'],
  SignatureDoesNotMatch: [503, 'the S3 gateway does not accept the signature: the secret key has changed'],
  InvalidAccessKeyId: [503, 'the S3 gateway does not know the access key'],
  RequestTimeTooSkewed: [
    503,
    'the clocks of this machine and of the S3 gateway differ by more than 15 minutes: correct them',
  ],
};

const STATUSES = new Set<number>([400, 401, 403, 404, 409, 413, 415, 501, 503] satisfies RefusalStatus[]);
const isRefusalStatus = (status: number): status is RefusalStatus => STATUSES.has(status);

/** Code and message in the body of an error: JSON from the admin API, empty for HEAD, otherwise XML. */
function readError(text: string): { readonly code: string; readonly message: string } {
  try {
    if (text.startsWith('{')) {
      const { Code = '', Message = '' } = JSON.parse(text) as Readonly<Record<string, string>>;
      return { code: Code, message: Message };
    }
    const error = readXml(text);
    return { code: error.read('Code') ?? '', message: error.read('Message') ?? '' };
  } catch {
    return { code: '', message: '' };
  }
}

/** Converts an answer with an error status to a refusal. @param text the answer's body */
export function gatewayRefusal(status: number, text: string, subject: RefusedSubject): GatewayRefusal {
  const { code: sent, message } = readError(text);
  const code = sent === '' && status === 404 ? 'NoSuchKey' : sent;
  const [knownStatus, template] = MEANINGS[code] ?? [];
  if (knownStatus !== undefined && template !== undefined)
    return new GatewayRefusal(knownStatus, code, typeof template === 'string' ? template : template(subject));
  const why = message || code || `status ${status}`;
  return new GatewayRefusal(
    isRefusalStatus(status) ? status : 503,
    code,
    `the S3 gateway refused: ${why}${message && code ? ` (${code})` : ''}`,
  );
}
