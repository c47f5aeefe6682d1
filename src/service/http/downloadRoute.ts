import type { FastifyInstance } from 'fastify';
import { addAbortSignal, Readable } from 'node:stream';
import { EXPIRED, type DownloadSource } from '../downloads.ts';
import { Refusal } from '../engine.ts';

/** The Content-Disposition that gives a downloaded file its name (RFC 6266), encoded as in RFC 8187. */
function disposition(fileName: string): string {
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}

/**
 * Serves the files behind download URLs, which need the same bearer token as every operation.
 * @param closing aborted when the service closes, which ends the downloads
 */
export function downloadRoute(app: FastifyInstance, source: DownloadSource, closing: AbortSignal): void {
  app.get<{ Params: { token: string } }>(
    '/downloads/:token',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const download = await source.open(request.params.token);
      if (download === undefined) throw new Refusal(404, EXPIRED);
      return reply
        .type('application/octet-stream')
        .headers({
          'content-length': download.size,
          'content-disposition': disposition(download.fileName),
        })
        .send(addAbortSignal(closing, Readable.from(download.content, { objectMode: false })));
    },
  );
}
