import { parseBytes, type ReadResult } from './readers.ts';
import { type KnownServer, noServer, parseServer, serverName } from './servers.ts';

/** Parses a list separated by commas; returns the problem of the first invalid item. */
function readList(
  text: string,
  item: (part: string) => { readonly item: unknown } | { readonly problem: string },
): ReadResult {
  const items: unknown[] = [];
  for (const part of text.split(',')) {
    const read = item(part.trim());
    if ('problem' in read) return read;
    items.push(read.item);
  }
  return { value: items };
}

/** Parses servers with addresses: `stor-01=10.0.0.1, stor-02=10.0.0.2`. */
export const readAddresses = (servers: readonly KnownServer[], text: string): ReadResult =>
  readList(text, (part) => {
    const [name = '', ip = ''] = part.split('=', 2).map((word) => word.trim());
    const serverId = parseServer(servers, name);
    if (serverId === undefined) return noServer(servers, name);
    return ip === ''
      ? { problem: `Type the address of ${name} after an equals sign: ${name}=10.0.0.1.` }
      : { item: { serverId, ip } };
  });

/** Parses iSCSI disks: `rbd/disk-1, rbd/disk-2 10G`; a size is for an image that is to be created. */
export const readDisks = (text: string): ReadResult =>
  readList(text, (part) => {
    const [path = '', ...rest] = part.split(/\s+/);
    const slash = path.indexOf('/');
    if (slash < 1 || slash === path.length - 1)
      return { problem: 'Type a pool and an image, such as rbd/disk-1, and a size for a new one.' };
    const disk = { pool: path.slice(0, slash), name: path.slice(slash + 1) };
    if (rest.length === 0) return { item: disk };
    const size = parseBytes(rest.join(' '));
    return size === undefined
      ? { problem: `${rest.join(' ')} is not a size: type e.g. 10G.` }
      : { item: { ...disk, size } };
  });

interface NetworkAccess {
  readonly subnet?: string;
  readonly rw?: boolean;
}

/** Parses the access to an export: `10.0.0.0/8 rw, 192.168.0.0/16 ro`. */
export const readAccess = (text: string): ReadResult =>
  readList(text, (part) => {
    const [subnet = '', mode = 'ro', ...rest] = part.split(/\s+/);
    return subnet === '' || rest.length > 0 || !['rw', 'ro'].includes(mode)
      ? { problem: 'Type networks with rw or ro after each, such as 10.0.0.0/8 rw.' }
      : { item: { subnet, rw: mode === 'rw' } };
  });

/** The access that a text leaves open: a network without rw or ro may only be read. */
export function accessWords(text: string): string | undefined {
  const read = readAccess(text);
  const shown = 'value' in read ? accessText(read.value as readonly NetworkAccess[]) : text;
  return shown === text ? undefined : shown;
}

/** Access in the notation of `readAccess`. */
export const accessText = (access: readonly NetworkAccess[] = []): string =>
  access.map(({ subnet = '--', rw }) => `${subnet} ${rw === true ? 'rw' : 'ro'}`).join(', ');

interface HaMember {
  readonly server?: number;
  readonly nic?: number;
  readonly vlan?: number;
}

const NUMBERED = /^(nic|vlan)\s+(\d+)$/;

/** Parses the members of an HA group: `stor-01 nic 1 vlan 20, stor-02`. */
export const readMembers = (servers: readonly KnownServer[], text: string): ReadResult =>
  readList(text, (part) => {
    const [name = '', ...words] = part.split(/\s+/);
    const server = parseServer(servers, name);
    if (server === undefined) return noServer(servers, name);
    const member: Record<string, number> = { server };
    for (let at = 0; at < words.length; at += 2) {
      const [, key, number] = NUMBERED.exec(words.slice(at, at + 2).join(' ')) ?? [];
      if (key === undefined)
        return { problem: `After ${name}, give nic and vlan with numbers: ${name} nic 1 vlan 20.` };
      member[key] = Number(number);
    }
    return { item: member };
  });

/** Members in the notation of `readMembers`. */
export const membersText = (servers: readonly KnownServer[], members: readonly HaMember[] = []): string =>
  members
    .map(({ server, nic, vlan }) =>
      [
        serverName(servers, server).replace(/^server (?=\d+$)/, ''),
        nic === undefined ? '' : `nic ${nic}`,
        vlan === undefined ? '' : `vlan ${vlan}`,
      ]
        .filter(Boolean)
        .join(' '),
    )
    .join(', ');
