import { contract } from '../../api/contract/index.ts';
import { visible } from '../../lib/text.ts';
import type { KeyRecord } from '../../store/session/keyHistory.ts';
import type { RequestRecord } from '../../store/session/requestLog.ts';

/** The facts of the moment in which the program failed. */
export interface CrashFacts {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly reason: unknown;
  /** The names of the program and of what is under it, with their versions. */
  readonly versions: readonly string[];
  readonly terminal: string;
  /** The views that were shown, from the bottom to the top. */
  readonly screen: readonly string[];
  /** Oldest first. */
  readonly keys: readonly KeyRecord[];
  /** Newest first. */
  readonly requests: readonly RequestRecord[];
  /** Texts that must not appear in a report, wherever they occur. */
  readonly secrets: readonly string[];
}

/** The number of requests that are reported, the newest ones. */
const REQUESTS = 30;
const MASK = '****';
/** A shorter value of a variable is a word like any other. */
const SHORTEST_SECRET = 6;
const SECRET_NAMES = /token|secret|passw|credential|key/i;
const CREDENTIALS = /\b(bearer|basic)\s+[\w.~+/=-]+/gi;
/**
 * Text that an error quotes may have been typed, or have come from the cluster. Node quotes paths with apostrophes, which
 * stand inside words too; a quotation that has no end goes on to the end of the text.
 */
const QUOTED = /(?<!\w)(["'`])(?:[^\\]|\\[^]?)*?(?:\1(?!\w)|$)/g;

/** The values of the variables that are named as secrets are. */
export const secretsIn = (env: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && SECRET_NAMES.test(name) && value.length >= SHORTEST_SECRET ? [value] : [],
  );

/** The error, as text that a terminal can take. */
export function reasonText(reason: unknown): string {
  const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
  return text
    .split('\n')
    .map((line) => visible(line))
    .join('\n');
}

/** The same without what may be a secret or typed. */
function maskedReason(reason: unknown, secrets: readonly string[]): string {
  let text = reasonText(reason).replace(CREDENTIALS, `$1 ${MASK}`);
  for (const secret of secrets) text = text.replaceAll(secret, MASK);
  const end = text.search(/\n\s+at /);
  const message = end < 0 ? text : text.slice(0, end);
  return message.replace(QUOTED, `$1${MASK}$1`) + text.slice(message.length);
}

const time = (at: number): string => new Date(at).toISOString();

/** With the path of the interface instead of the one that was sent: that has names of objects in it. */
function requestTrace({ at, id, method, status, failure, tookMs }: RequestRecord): string {
  const end = status ?? (failure === undefined ? 'under way' : 'no answer');
  const took = tookMs === undefined ? '' : `, ${tookMs} ms`;
  return `${time(at)} ${method} ${contract[id].path}: ${end}${took}`;
}

function section(title: string, lines: readonly string[]): string {
  return [title, ...(lines.length === 0 ? ['(none)'] : lines).map((line) => `  ${line}`)].join('\n');
}

/**
 * The report on a crash: what ran where, what was shown, what the last keys and requests were, and the stack. It
 * holds no token, no text that was typed, and nothing that the cluster has said.
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
