import type { Input } from '../../api/contract/index.ts';
import { badRequest, conflict, notFound, type Refused } from './refused.ts';
import { refuseForeignAddress } from './servers.ts';

/** Pattern of a monitor's address: host, host:port, or [v2:address:port/nonce,...]. */
const MONITOR = /^[\w.:,/[\]-]{1,300}$/;

/** An address that the management node has. */
interface InterfaceAddress {
  readonly interfaceName: string;
  readonly ip: string;
}

/** Refuses a main address that the server does not have on this interface. `own` are all addresses of the server. */
export function refuseMainIp(
  { interfaceName, ip }: Input<'setMainIp'>['body'],
  hostname: string,
  own: readonly InterfaceAddress[],
): Refused | undefined {
  const onInterface = own.filter((address) => address.interfaceName === interfaceName);
  if (onInterface.length === 0) {
    const names = [...new Set(own.map((address) => address.interfaceName))].join(', ');
    const asked = JSON.stringify(interfaceName);
    return notFound(`${hostname} has no network interface ${asked}: choose one of ${names}`);
  }
  return refuseForeignAddress(
    interfaceName,
    ip,
    onInterface.map((address) => address.ip),
  );
}

/** Refuses texts that cannot be the address of a monitor. */
export function refuseMonitors(mons: readonly string[]): Refused | undefined {
  const wrong = mons.find((mon) => !MONITOR.test(mon));
  return wrong === undefined
    ? undefined
    : badRequest(`${JSON.stringify(wrong)} is not a monitor address: write 10.0.0.1 or 10.0.0.1:6789`);
}

/** Refusal: a management service that has a cluster cannot import another one. `own` is the fsid of its cluster. */
export const otherCluster = (own: string): Refused =>
  conflict(`this service already manages the cluster ${own}: start another service for a different cluster`);

/** Refusal: a management service that has a cluster cannot create another one. */
export const clusterExists = (): Refused =>
  conflict('this service already manages a cluster: start another service for a new one');
