import { commandLine } from '../lib/shell.ts';
import { MASK } from './mask.ts';
import type { Method } from './operation.ts';

/** The way of a shell to a service: what curl needs beside the request. It holds no secret. */
export interface ShellReach {
  readonly baseUrl: string;
  readonly unixSocket?: string;
  /** Certificates (PEM) that are trusted instead of the system's. */
  readonly caFile?: string;
  /** True where requests carry a bearer token, which the shell has in a variable. */
  readonly sendsToken: boolean;
}

/** The variable of the shell that a line takes the token from: the one that this program reads, too. */
const TOKEN_HEADER = '-H "Authorization: Bearer $STOREDECK_TOKEN"';

/**
 * The line of a shell that sends a request again as this program does: without a proxy, and with nothing in the URL
 * taken for a pattern. Nothing where a part of the path was masked.
 * @param path percent-encoded, relative to the base URL
 */
export function curlLine(
  { baseUrl, unixSocket, caFile, sendsToken }: ShellReach,
  {
    method,
    path,
    stream = false,
  }: { readonly method: Method; readonly path: string; readonly stream?: boolean },
): string | undefined {
  if (path.includes(MASK)) return undefined;
  const options = [
    ...(stream ? ['-N'] : []),
    ...(method === 'GET' ? [] : ['-X', method]),
    ...(unixSocket === undefined ? ['--noproxy', '*'] : ['--unix-socket', unixSocket]),
    ...(caFile === undefined ? [] : ['--cacert', caFile]),
  ];
  const token = sendsToken ? [TOKEN_HEADER] : [];
  return [commandLine('curl', '-g', ...options), ...token, commandLine(`${baseUrl}${path}`)].join(' ');
}
