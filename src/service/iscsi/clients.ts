import { Refusal } from '../engine.ts';
import { plural } from '../../lib/words.ts';
import { requireCredentials, requireInitiator, type Credentials } from '../values/initiator.ts';
import { clientOrRefuse, groupOf, type IscsiClient, type IscsiService } from './service.ts';

/** @throws Refusal 400, 409 */
export function createClient({ clients, iqn }: IscsiService, name: string, credentials: Credentials): void {
  requireInitiator(name);
  requireCredentials(credentials);
  if (clients.has(name))
    throw new Refusal(409, `${iqn} has the client ${name} already: change its credentials`);
  clients.set(name, { name, credentials, luns: [] });
}

/** @throws Refusal 400 */
export function changeCredentials(client: IscsiClient, changes: Partial<Credentials>): void {
  const credentials = { ...client.credentials, ...changes };
  requireCredentials(credentials);
  client.credentials = credentials;
}

/** @throws Refusal 409 while it has disks or is in a group */
export function deleteClient(service: IscsiService, { name, luns }: IscsiClient): void {
  const group = groupOf(service, name);
  if (group !== undefined)
    throw new Refusal(409, `${name} is in the group ${group.name}: remove it there first`);
  if (luns.length > 0)
    throw new Refusal(409, `${name} has ${plural(luns.length, 'disk')}: take them away first`);
  service.clients.delete(name);
}

/** A client that is given disks itself. @throws Refusal 404; 409 when its disks come from its group */
export function clientWithOwnDisks(service: IscsiService, name: string): IscsiClient {
  const client = clientOrRefuse(service, name);
  const group = groupOf(service, name);
  if (group !== undefined)
    throw new Refusal(409, `${name} has the disks of its group ${group.name}: change those of the group`);
  return client;
}
