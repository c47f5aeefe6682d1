import { commandLine } from '../lib/shell.ts';
import { MASK } from './mask.ts';
import type { Method } from './operation.ts';

/** The details that curl needs to reach a service, besides the request. Contains no secret. */
export interface ShellReach {
  readonly baseUrl: string;
  readonly unixSocket?: string;
  /** Certificates (PEM) that are trusted instead of the system's. */
  readonly caFile?: string;
  /** True if requests need a bearer token, which the shell takes from a variable. */
  readonly sendsToken: boolean;
}

/** The header with the token, from the same environment variable that this program reads. */
const TOKEN_HEADER = '-H "Authorization: Bearer $STOREDECK_TOKEN"';

/**
 * The curl command that repeats a request as this program sends it: without a proxy (`--noproxy`) and without URL globbing
 * (`-g`). Undefined if a part of the path is masked.
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
