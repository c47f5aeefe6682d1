import { Refusal } from '../../engine.ts';
import { enforce } from '../../rules/refused.ts';
import { quoted, refuseBucketName } from '../../rules/s3Names.ts';

/** Paths of the gateways that are not buckets (rgw_admin_entry, rgw_swift_url_prefix, rgw_swift_auth_entry). */
export const RESERVED: ReadonlySet<string> = new Set(['admin', 'swift', 'auth']);

/** Refuses a name that a new bucket cannot have. @throws Refusal 400 */
export function requireFreeName(name: string): void {
  enforce(refuseBucketName(name));
  if (RESERVED.has(name))
    throw new Refusal(400, `${quoted(name)} cannot be a bucket name: the gateways use it internally`);
}

/** The tenant in `tenant$user` or `tenant/bucket`; empty for users and buckets without one. */
export const tenantOf = (name: string, separator: '$' | '/'): string =>
  name.includes(separator) ? name.slice(0, name.indexOf(separator)) : '';
