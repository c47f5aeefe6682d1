import { visible } from '../lib/visible.ts';

/** The maximum length of a message. */
const MESSAGE_LENGTH = 300;
/** The part of an HTML page that is searched for a title. */
const HTML_LENGTH = 8192;

/** Untrusted text as one line: white space collapsed, unsafe characters made visible, cut to `length`. */
export function oneLine(text: string, length = MESSAGE_LENGTH): string {
  // Cut roughly first, so that a huge text is not processed in full.
  const line = visible(
    text
      .slice(0, 4 * length)
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** The title of an HTML page, or its text if it has none. */
function textOfHtml(page: string): string {
  const html = page.slice(0, HTML_LENGTH);
  const title = /<title[^<>]*>([^<]*)/i.exec(html)?.[1]?.trim();
  const text =
    title || html.replaceAll(/<(script|style)\b[^<]*(?:<(?!\/\1)[^<]*)*/gi, ' ').replaceAll(/<[^<>]*>/g, ' ');
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity);
}

const MESSAGE_FIELDS = ['message', 'error', 'detail', 'title', 'description', 'reason', 'errors'] as const;

/** The message in an error body of any structure, searched to a limited depth. */
function messageIn(value: unknown, depth = 3): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined;
  if (typeof value !== 'object' || value === null || depth === 0) return undefined;
  if (Array.isArray(value)) return messageIn(value[0], depth - 1);
  for (const field of MESSAGE_FIELDS) {
    const message = messageIn((value as Readonly<Record<string, unknown>>)[field], depth - 1);
    if (message !== undefined) return message;
  }
  return undefined;
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: 'The service could not understand the request.',
  401: 'The service wants a valid token: check the token of this context.',
  403: 'The service does not allow this with the token of this context.',
  404: 'The service does not know this: it is gone, or the base URL is wrong (it usually ends in /api).',
  405: 'The service does not offer this operation.',
  409: 'The service refused because of a conflict with the current state.',
  413: 'The service refused because the request is too large.',
  429: 'The service got too many requests: try again later.',
  500: 'The service failed without saying why: see its log.',
  501: 'The service does not offer this operation.',
  502: 'The proxy in front of the service could not reach it.',
  503: 'The service is not available now.',
  504: 'The proxy in front of the service timed out waiting for its answer.',
};

/**
 * The message shown for an answer other than 2xx: the message in a JSON body, the title of an HTML page, or the plain
 * text; a default text for the status if there is none.
 */
export function rejectionMessage(status: number, body: string, location?: string): string {
  if (status >= 300 && status < 400 && location !== undefined)
    return `The service redirects to ${oneLine(location, 200)}, which is not followed. If that is the right place, make it the URL of this context.`;
  let text = body.trim();
  if (text.startsWith('<')) text = textOfHtml(text);
  else {
    try {
      const value = JSON.parse(text) as unknown;
      text =
        messageIn(value) ??
        (typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? text : '');
    } catch {
      // Not JSON: shown as plain text.
    }
  }
  // A text that is only the status number says less than the default text.
  const words = /^\d*$/.test(text.trim()) ? '' : oneLine(text);
  return words || (STATUS_WORDS[status] ?? `The service answered with status ${status} and no words.`);
}
