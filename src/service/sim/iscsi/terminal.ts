import { randomBytes } from 'node:crypto';
import type { TerminalConnection } from '../../../api/contract/iscsi.ts';
import { Refusal } from '../../engine.ts';
import { type Host, hostAnswers } from '../topology.ts';
import type { IscsiServiceModel } from '../../iscsi/service.ts';

const PORTS = { tlsPort: 8443, plaintextPort: 8080 } as const;
/** Seconds in which a connection must be made. */
const LIFETIME = 60;

/**
 * The address of a shell on a service's first gateway. It is on the simulated server, so that nothing outside of
 * the simulation can reach it.
 *
 * @param now in milliseconds since the epoch
 * @throws Refusal 409 when no gateway answers
 */
export function openTerminal(
  id: number,
  { gateways }: IscsiServiceModel<Host>,
  now: number,
): TerminalConnection {
  const gateway = gateways.find(({ host }) => hostAnswers(host));
  if (gateway === undefined)
    throw new Refusal(409, `no gateway of iSCSI service ${id} answers: bring one of its servers back first`);
  return {
    path: `/terminal/iscsi/${id}/${gateway.host.name}`,
    ...PORTS,
    authToken: randomBytes(32).toString('base64url'),
    validUntil: Math.floor(now / 1000) + LIFETIME,
    iscsi: true,
  };
}
