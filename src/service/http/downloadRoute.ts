import { addAbortSignal, Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { EXPIRED, type DownloadSource } from '../downloads.ts';
import { Refusal } from '../engine.ts';

/** A name for the file on the disk of whoever downloads it (RFC 6266; the name itself as RFC 8187 writes it). */
function disposition(fileName: string): string {
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}

/**
 * Serves what the `url` of a download points to. It asks for the same bearer as every operation.
 * @param closing aborted when the service ends, and what is on its way with it
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
