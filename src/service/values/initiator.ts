import { ISCSI_NAME_ADVICE, isIscsiName } from '../../lib/iscsiName.ts';
import { Refusal } from '../engine.ts';

/** @throws Refusal 400 if the name is not an iSCSI name */
export function requireInitiator(name: string): void {
  if (!isIscsiName(name))
    throw new Refusal(400, `${JSON.stringify(name)} is not an iSCSI name: ${ISCSI_NAME_ADVICE}`);
}

/** The CHAP login of a client; both fields are empty for a client that needs none. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Patterns of Ceph's iSCSI gateway for CHAP. */
const USERNAME = /^[A-Za-z0-9.@_:-]{8,64}$/;
const PASSWORD = /^[A-Za-z0-9@_/-]{12,16}$/;

/**
 * Checks that both or none are given: without credentials a client is admitted by its name alone. @throws Refusal 400
 */
export function requireCredentials({ username, password }: Credentials): void {
  if (username === '' && password === '') return;
  if (!USERNAME.test(username)) {
    throw new Refusal(
      400,
      'the CHAP username needs 8 to 64 letters, digits or . @ _ : -, or leave it and the password empty for no CHAP',
    );
  }
  if (!PASSWORD.test(password))
    throw new Refusal(400, 'the CHAP password needs 12 to 16 letters, digits or @ _ / -');
  if (username === password)
    throw new Refusal(400, 'the CHAP password equals the username: choose one that cannot be guessed');
}
