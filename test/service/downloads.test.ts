import fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Downloads, type Download } from '../../src/service/downloads.ts';
import { downloadRoute } from '../../src/service/http/downloadRoute.ts';
import { fakeClock } from '../support/fakeClock.ts';

const MINUTE = 60_000;
const file = (text: string, fileName = 'f.bin'): Download => ({
  fileName,
  size: Buffer.byteLength(text),
  content: [Buffer.from(text)],
});
const tokenOf = ({ url }: { url: string }) => url.slice(url.lastIndexOf('/') + 1);

describe('offered download', () => {
  test('an offer can be downloaded more than once, for ten minutes', async () => {
    const clock = fakeClock();
    const downloads = new Downloads(clock);
    const token = tokenOf(downloads.offer('f.bin', () => file('x')));
    expect(token).toMatch(/^[\w-]{43}$/);
    await clock.advance(10 * MINUTE - 1);
    expect((await downloads.open(token))?.size).toBe(1);
    expect((await downloads.open(token))?.size).toBe(1);
    await clock.advance(1);
    expect(await downloads.open(token)).toBeUndefined();
  });

  test('an offer gives the content at the time of the download', async () => {
    const downloads = new Downloads(fakeClock());
    let there: Download | undefined = file('x');
    const token = tokenOf(downloads.offer('f.bin', () => there));
    there = undefined;
    expect(await downloads.open(token)).toBeUndefined();
    expect(await downloads.open('another')).toBeUndefined();
  });

  test('an offer is dropped when there are too many newer ones', async () => {
    const downloads = new Downloads(fakeClock());
    const tokens = Array.from({ length: 1001 }, () => tokenOf(downloads.offer('f', () => file('x'))));
    expect(await downloads.open(tokens[0]!)).toBeUndefined();
    const others = await Promise.all(tokens.slice(1).map((token) => downloads.open(token)));
    expect(others).not.toContain(undefined);
  });
});

describe('download over HTTP', () => {
  function service(find: () => Download | undefined, closing = new AbortController()) {
    const downloads = new Downloads(fakeClock());
    const app = fastify();
    onTestFinished(() => app.close());
    downloadRoute(app, downloads, closing.signal);
    return { app, url: `/downloads/${tokenOf(downloads.offer('f', find))}`, closing };
  }

  test('downloaded bytes come with their number and the name of the file', async () => {
    const { app, url } = service(() => file('Grüße', 'na "me"\r\n*ü.txt'));
    const { statusCode, headers, payload } = await app.inject(url);
    expect({ statusCode, payload }).toEqual({ statusCode: 200, payload: 'Grüße' });
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '7',
      'content-disposition': "attachment; filename*=UTF-8''na%20%22me%22%0D%0A%2A%C3%BC.txt",
    });
  });

  test('a long file is read no faster than it is received, and no further once the service ends', async () => {
    let made = 0;
    const content = (function* () {
      for (; made < 100_000; made++) yield Buffer.alloc(65_536);
    })();
    const { app, url, closing } = service(() => ({ fileName: 'f', size: 100_000 * 65_536, content }));
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const response = await fetch(`${origin}${url}`);
    const reader = response.body!.getReader();
    await reader.read();
    closing.abort();
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow();
    expect(made).toBeLessThan(10_000);
  });

  test('an expired download is a 404 that says what to do', async () => {
    const { app, url } = service(() => undefined);
    for (const path of [url, '/downloads/x']) {
      const { statusCode, payload } = await app.inject(path);
      expect({ statusCode, payload }).toEqual({
        statusCode: 404,
        payload: expect.stringContaining('request it again'),
      });
    }
  });
});
