import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { FIXED_HEADERS, jsonHeaders, unlessKnown } from './headers.ts';
import type { Reply } from './runOperation.ts';

/**
 * Answers a read that another client has just made before the web framework sees it. Under fifty consoles most requests
 * are such reads.
 * @param ready returns the answer that is already there for a permitted request
 */
export function answerRepeatedReads(
  server: Server,
  ready: (request: IncomingMessage) => Reply | undefined,
): void {
  const others = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  server.removeAllListeners('request').on('request', (request, response) => {
    const reply = request.method === 'GET' ? ready(request) : undefined;
    if (reply?.json === undefined) {
      for (const other of others) other(request, response);
      return;
    }
    const { status, json } = unlessKnown(reply, request.headers['if-none-match']);
    response.writeHead(status, {
      ...FIXED_HEADERS,
      ...jsonHeaders(reply),
      ...(json && { 'content-length': json.length }),
    });
    response.end(json);
  });
}
