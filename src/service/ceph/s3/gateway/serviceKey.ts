import { ifRefused, Refusal } from '../../../engine.ts';
import type { AccessKey } from '../../../s3/accessKey.ts';
import type { Ceph } from '../../ceph.ts';
import { RadosgwAdminError, type RadosgwAdmin } from './radosgwAdmin.ts';

/** The S3 user of this service: a system user, which may administer everything. */
export const SERVICE_USER = 'storedeck';
/** The name of its key in the monitors' key-value store, which only users with all capabilities can read. */
const KEY_NAME = 'storedeck/s3-key';
/** The exit statuses of radosgw-admin for a user that does not exist, and for one that exists already. */
const ENOENT = 2;
const EEXIST = 17;

/** The key with which this service signs its own requests. */
export interface ServiceKey {
  get(): Promise<AccessKey>;
  /** Replaces a key that the gateways have refused. */
  renew(refused: AccessKey): Promise<AccessKey>;
}

function readKey(text: string): AccessKey | undefined {
  try {
    const { accessKey, secretKey } = JSON.parse(text) as Partial<AccessKey>;
    if (typeof accessKey === 'string' && typeof secretKey === 'string') return { accessKey, secretKey };
  } catch {
    // This service did not write it: a new key replaces it.
  }
  return undefined;
}

/** Provides the key of the service's user, which is created on the first use. */
export function createServiceKey(ceph: Ceph, radosgwAdmin: RadosgwAdmin): ServiceKey {
  let current: Promise<AccessKey> | undefined;

  const stored = (): Promise<AccessKey | undefined> =>
    ceph.readText({ prefix: 'config-key get', key: KEY_NAME }).then(
      readKey,
      ifRefused(() => undefined, 404),
    );

  const makeUser = async (): Promise<string> => {
    const user = ['--uid', SERVICE_USER, '--system'];
    const name = ['--display-name', 'storedeck, the management service'];
    const hasStatus = (failure: unknown, exitCode: number) =>
      failure instanceof RadosgwAdminError && failure.exitCode === exitCode;
    const modify = () => radosgwAdmin('user', 'modify', ...user);
    return modify().catch((failure: unknown) => {
      if (!hasStatus(failure, ENOENT)) throw failure;
      return radosgwAdmin('user', 'create', ...user, ...name).catch((again: unknown) => {
        // Another management node has created the user meanwhile.
        if (!hasStatus(again, EEXIST)) throw again;
        return modify();
      });
    });
  };

  const make = async (): Promise<AccessKey> => {
    const { keys } = JSON.parse(await makeUser()) as {
      readonly keys: readonly {
        readonly user: string;
        readonly access_key: string;
        readonly secret_key: string;
      }[];
    };
    const key = keys.find(({ user }) => user === SERVICE_USER);
    if (key === undefined)
      throw new Refusal(
        503,
        `the S3 user ${SERVICE_USER} has no key: create one with \`radosgw-admin key create --uid ${SERVICE_USER}\``,
      );
    const accessKey = { accessKey: key.access_key, secretKey: key.secret_key };
    // Passed as input, because Ceph logs the arguments of commands.
    await ceph.writeInput({ prefix: 'config-key set', key: KEY_NAME }, JSON.stringify(accessKey));
    return accessKey;
  };

  const toRefusal = (failure: unknown): unknown =>
    failure instanceof RadosgwAdminError
      ? new Refusal(
          503,
          `the S3 user ${SERVICE_USER} could not be created: radosgw-admin: ${failure.message}`,
        )
      : failure;

  const cache = (reading: Promise<AccessKey>): Promise<AccessKey> => {
    const cached = reading.catch((failure: unknown) => {
      if (current === cached) current = undefined;
      throw toRefusal(failure);
    });
    current = cached;
    return cached;
  };

  return {
    get: () => current ?? cache(stored().then((key) => key ?? make())),
    async renew({ accessKey, secretKey }) {
      const reading = current;
      const known = await reading;
      // Another request may have renewed the key already, or may be renewing it.
      if (known && (known.accessKey !== accessKey || known.secretKey !== secretKey)) return known;
      return current !== undefined && current !== reading ? current : cache(make());
    },
  };
}
