import { clientNameTaken, disksOfGroup, refuseClientDeletion } from '../rules/iscsi.ts';
import { enforce, refusal } from '../rules/refused.ts';
import { requireCredentials, requireInitiator, type Credentials } from '../values/initiator.ts';
import { clientOrRefuse, groupOf, type IscsiClient, type IscsiServiceModel } from './service.ts';

/** @throws Refusal 400, 409 */
export function createClient(
  { clients, iqn }: IscsiServiceModel,
  name: string,
  credentials: Credentials,
): void {
  requireInitiator(name);
  requireCredentials(credentials);
  if (clients.has(name)) throw refusal(clientNameTaken(iqn, name));
  clients.set(name, { name, credentials, luns: [] });
}

/** @throws Refusal 400 */
export function changeCredentials(client: IscsiClient, changes: Partial<Credentials>): void {
  const credentials = { ...client.credentials, ...changes };
  requireCredentials(credentials);
  client.credentials = credentials;
}

/** @throws Refusal 409 while it has disks or is in a group */
export function deleteClient(service: IscsiServiceModel, client: IscsiClient): void {
  enforce(refuseClientDeletion(client, groupOf(service, client.name)?.name));
  service.clients.delete(client.name);
}

/**
 * A client that is in no group and so has disks of its own. @throws Refusal 404; 409 when its disks are those of its
 * group
 */
export function clientWithOwnDisks(service: IscsiServiceModel, name: string): IscsiClient {
  const client = clientOrRefuse(service, name);
  const group = groupOf(service, name);
  if (group !== undefined) throw refusal(disksOfGroup(name, group.name));
  return client;
}
