/** Where a service is reached: a URL without a slash at its end, and the unix socket where that leads there. */
export interface ServiceAddress {
  readonly baseUrl: string;
  readonly unixSocket?: string;
}

/** The path of a unix socket stands for the service of this program, whose paths begin with /api. */
const SOCKET_BASE = 'http://localhost/api';

/**
 * Reads the address of a service: the URL of its interface, or `unix:` and the absolute path of its socket.
 * @returns the address, or what is wrong with it
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
  if (url === null) return { problem: `${JSON.stringify(value)} is no URL; ${example}` };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { problem: `the URL must begin with https:// or http://; ${example}` };
  }
  if (url.username !== '' || url.password !== '') {
    return {
      problem:
        'the URL must hold no user or password; give the token by token-file, token-env or token-command',
    };
  }
  if (url.search !== '' || url.hash !== '') return { problem: `the URL must end with its path; ${example}` };
  if (url.pathname === '/') {
    return { problem: `the URL lacks the path of the interface; it is probably ${url.origin}/api` };
  }
  return { baseUrl: url.href.replace(/\/+$/, '') };
}
