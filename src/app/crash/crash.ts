import { contract } from '../../api/contract/index.ts';
import type { Environment } from '../../lib/environment.ts';
import { visible } from '../../lib/text.ts';
import type { KeyRecord } from '../../store/session/keyHistory.ts';
import type { RequestRecord } from '../../store/session/requestLog.ts';

/** The state of the program at the time of the crash. */
export interface CrashFacts {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly reason: unknown;
  /** The program, Node and the operating system with their versions. */
  readonly versions: readonly string[];
  readonly terminal: string;
  /** The views that were open, from the bottom to the top. */
  readonly screen: readonly string[];
  /** Oldest first. */
  readonly keys: readonly KeyRecord[];
  /** Newest first. */
  readonly requests: readonly RequestRecord[];
  /** Texts that must not appear anywhere in a report. */
  readonly secrets: readonly string[];
}

/** The number of requests in a report: the newest ones. */
const REQUESTS = 30;
const MASK = '****';
/** Shorter values of variables are too likely to be ordinary words, so they are not masked. */
const SHORTEST_SECRET = 6;
const SECRET_NAMES = /token|secret|passw|credential|key/i;
const CREDENTIALS = /\b(bearer|basic)\s+[\w.~+/=-]+/gi;
/**
 * Quoted text in an error message, which may have been typed or have come from the cluster. Node quotes paths with
 * apostrophes, which also occur inside words; an unterminated quotation extends to the end of the text.
 */
const QUOTED = /(?<!\w)(["'`])(?:[^\\]|\\[^]?)*?(?:\1(?!\w)|$)/g;

/** The values of environment variables whose names suggest a secret. */
export const secretsIn = (env: Environment): string[] =>
  Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && SECRET_NAMES.test(name) && value.length >= SHORTEST_SECRET ? [value] : [],
  );

/** The error as text that is safe to print on a terminal. */
export function reasonText(reason: unknown): string {
  const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
  return text
    .split('\n')
    .map((line) => visible(line))
    .join('\n');
}

/** The error's text without secrets, credentials and quotations. */
function maskedReason(reason: unknown, secrets: readonly string[]): string {
  let text = reasonText(reason).replace(CREDENTIALS, `$1 ${MASK}`);
  for (const secret of secrets) text = text.replaceAll(secret, MASK);
  const end = text.search(/\n\s+at /);
  const message = end < 0 ? text : text.slice(0, end);
  return message.replace(QUOTED, `$1${MASK}$1`) + text.slice(message.length);
}

const time = (at: number): string => new Date(at).toISOString();

/** A line on a request, with the path template: the path that was sent contains names of objects. */
function requestTrace({ at, id, method, status, failure, tookMs }: RequestRecord): string {
  const end = status ?? (failure === undefined ? 'under way' : 'no answer');
  const took = tookMs === undefined ? '' : `, ${tookMs} ms`;
  return `${time(at)} ${method} ${contract[id].path}: ${end}${took}`;
}

function section(title: string, lines: readonly string[]): string {
  return [title, ...(lines.length === 0 ? ['(none)'] : lines).map((line) => `  ${line}`)].join('\n');
}

/**
 * The crash report: versions, terminal, open views, the last keys and requests, and the stack. It contains no token, no
 * typed text, and no data from the cluster.
 */
export function crashReport({
  at,
  reason,
  versions,
  terminal,
  screen,
  keys,
  requests,
  secrets,
}: CrashFacts): string {
  return `${[
    `storedeck crashed at ${time(at)}`,
    section('Versions', versions),
    section('Terminal', [terminal]),
    section('Screen', screen),
    section('Reason', maskedReason(reason, secrets).split('\n')),
    section(
      'Keys, newest last',
      keys.map((key) => `${time(key.at)} ${visible(key.what)}`),
    ),
    section('Requests, newest first', requests.slice(0, REQUESTS).map(requestTrace)),
  ].join('\n\n')}\n`;
}
