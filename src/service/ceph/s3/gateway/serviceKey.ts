import { ifRefused, Refusal } from '../../../engine.ts';
import type { AccessKey } from '../../../s3/accessKey.ts';
import type { Ceph } from '../../client/ceph.ts';
import type { RanProgram, RunProgram } from '../../via/programs.ts';
import type { UserInfo } from '../users.ts';

/** The S3 user of this service: a system user, which may administer everything. */
export const SERVICE_USER = 'storedeck';
/** The name of its key in the monitors' key-value store, which only users with all capabilities can read. */
const KEY_NAME = 'storedeck/s3-key';
/** The exit statuses of radosgw-admin for a user that does not exist, and for one that exists already. */
const ENOENT = 2;
const EEXIST = 17;

/** A timeout is needed because radosgw-admin waits forever for a cluster that does not answer. */
const TIMEOUT_MS = 60_000;

/** Runs radosgw-admin without a shell. @throws Refusal 503 */
export type RadosgwAdmin = (...args: readonly string[]) => Promise<RanProgram>;

/**
 * @param run runs a program on a machine that can reach the cluster
 * @param conf path of ceph.conf, if it is not in a usual place
 * @param name the Ceph user whose key is used
 */
export function createRadosgwAdmin(run: RunProgram, conf: string | undefined, name: string): RadosgwAdmin {
  const cluster = [...(conf === undefined ? [] : ['--conf', conf]), '--name', name];
  return (...args) => run(['radosgw-admin', ...cluster, ...args], TIMEOUT_MS);
}

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
    const modify = () => radosgwAdmin('user', 'modify', ...user);
    let made = await modify();
    if (made.status === ENOENT) made = await radosgwAdmin('user', 'create', ...user, ...name);
    // Another management node has created the user meanwhile.
    if (made.status === EEXIST) made = await modify();
    if (made.status === 0) return made.out;
    const why = made.err.trim();
    throw new Refusal(503, `the S3 user ${SERVICE_USER} could not be created: radosgw-admin: ${why}`);
  };

  const make = async (): Promise<AccessKey> => {
    const { keys } = JSON.parse(await makeUser()) as Pick<UserInfo, 'keys'>;
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

  const cache = (reading: Promise<AccessKey>): Promise<AccessKey> => {
    const cached = reading.catch((failure: unknown) => {
      if (current === cached) current = undefined;
      throw failure;
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
