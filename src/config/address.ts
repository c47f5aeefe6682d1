/** The address of a service: a URL without a trailing slash, and the unix socket if the service listens on one. */
export interface ServiceAddress {
  readonly baseUrl: string;
  readonly unixSocket?: string;
}

/** The URL used with a unix socket, which is assumed to belong to this program's service: its paths begin with /api. */
const SOCKET_BASE = 'http://localhost/api';

/**
 * Parses the address of a service: the URL of its interface, or `unix:` and the absolute path of its socket.
 * @returns the address, or a description of the problem
 */
export function readServiceAddress(value: string): ServiceAddress | { readonly problem: string } {
  const example = 'write it like https://mgmt.example:7480/api';
  if (value.startsWith('unix:')) {
    const path = value.slice('unix:'.length);
    if (!path.startsWith('/'))
      return { problem: 'the path of a socket must be absolute, as in unix:/run/storedeck.sock' };
    return { baseUrl: SOCKET_BASE, unixSocket: path };
  }
  const url = URL.parse(value);
  if (url === null) return { problem: `${JSON.stringify(value)} is not a URL; ${example}` };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { problem: `the URL must begin with https:// or http://; ${example}` };
  }
  if (url.username !== '' || url.password !== '') {
    return {
      problem:
        'the URL must not contain a user or password; give the token by token-file, token-env or token-command',
    };
  }
  if (url.search !== '' || url.hash !== '') return { problem: `the URL must end with its path; ${example}` };
  if (url.pathname === '/') {
    return { problem: `the URL lacks the path of the interface; it is probably ${url.origin}/api` };
  }
  return { baseUrl: url.href.replace(/\/+$/, '') };
}
