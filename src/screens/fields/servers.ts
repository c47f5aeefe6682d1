import type { Field } from '../../store/action/field.ts';
import type { Known } from '../../store/cockpit.ts';
import type { ReadResult } from './readers.ts';

/** A server with its number and name. */
export interface KnownServer {
  readonly id: number;
  readonly name: string;
}

/** The servers with a number; only those can be used in requests. */
export const serversOf = (cockpit: Known): readonly KnownServer[] =>
  cockpit.facts
    .servers()
    .flatMap(({ serverId, hostname }) => (serverId === undefined ? [] : [{ id: serverId, name: hostname }]));

/** The name of a server, or its number if the name is unknown. */
export const serverName = (servers: readonly KnownServer[], id: number | undefined): string =>
  id === undefined ? '--' : servers.find((server) => server.id === id)?.name || `server ${id}`;

/** Finds a server's number by name or number; undefined if the text is neither. */
export function parseServer(servers: readonly KnownServer[], text: string): number | undefined {
  const word = text.trim();
  const named = servers.find(({ name }) => name === word);
  if (named) return named.id;
  return /^\d+$/.test(word) ? Number(word) : undefined;
}

/** The error for an unknown server, with the known ones. */
export function noServer(servers: readonly KnownServer[], word: string): { readonly problem: string } {
  const names = servers.slice(0, 8).map(({ name }) => name);
  const more = servers.length > names.length ? ' ...' : '';
  return {
    problem: `There is no server ${word || 'without a name'}${names.length > 0 ? `: ${names.join(', ')}${more}` : ''}.`,
  };
}

/** Parses servers separated by commas, by name or number. */
export function readServers(servers: readonly KnownServer[], text: string): ReadResult {
  const ids: number[] = [];
  for (const word of text.split(',')) {
    const id = parseServer(servers, word);
    if (id === undefined) return noServer(servers, word.trim());
    ids.push(id);
  }
  return { value: ids };
}

/** A field for one server, by name or number. */
export const serverField = (
  servers: readonly KnownServer[],
  label = 'server',
): Pick<Field, 'label' | 'hint' | 'read'> => ({
  label,
  hint: 'its name or number, such as stor-01',
  read: (text) => {
    const id = parseServer(servers, text);
    return id === undefined ? noServer(servers, text.trim()) : { value: id };
  },
});

/** A field for several servers. */
export const serversField = (
  servers: readonly KnownServer[],
  label = 'servers',
  initial: readonly number[] = [],
): Pick<Field, 'label' | 'hint' | 'read' | 'initial'> => ({
  label,
  hint: 'names or numbers, separated by commas',
  initial: initial.map((id) => serverName(servers, id).replace(/^server (?=\d+$)/, '')).join(', '),
  read: (text) => readServers(servers, text),
});
