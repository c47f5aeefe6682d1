import { expect, it } from 'vitest';
import { ApiError } from '../../src/api/failure.ts';
import { Downloads } from '../../src/service/downloads.ts';
import { embeddedTransport } from '../../src/service/embedded.ts';
import { Refusal } from '../../src/service/engine.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { tinyEngine } from './tinyEngine.ts';

async function* failing() {
  yield new Uint8Array(2);
  throw new Refusal(404, 'the file has changed');
}

function offering(content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
  const downloads = new Downloads(fakeClock());
  const { url } = downloads.offer('a.bin', () => ({ fileName: 'a.bin', size: 4, content }));
  return { url, transport: embeddedTransport({ ...tinyEngine({}), downloads }) };
}

it('the embedded client downloads what an engine in the same process has offered', async () => {
  const { url, transport } = offering([new Uint8Array([1, 2]), new Uint8Array([3, 4])]);
  const { size, content } = await transport.download(url, {});
  expect(size).toBe(4);
  expect(Buffer.concat(await Array.fromAsync(content))).toEqual(Buffer.from([1, 2, 3, 4]));
});

it('the embedded client reports an expired download as a service over HTTP does', async () => {
  const { transport } = offering([]);
  await expect(transport.download('/api/downloads/unknown', {})).rejects.toMatchObject({
    failure: { kind: 'rejected', status: 404 },
  });
});

it('the embedded client passes on the reason why a file cannot be read to its end', async () => {
  const { url, transport } = offering(failing());
  const { content } = await transport.download(url, {});
  const reading = Array.fromAsync(content);
  await expect(reading).rejects.toBeInstanceOf(ApiError);
  await expect(reading).rejects.toThrow('the file has changed');
});

it('a download of the embedded client ends when it is cancelled', async () => {
  const abort = new AbortController();
  const { url, transport } = offering([new Uint8Array(2), new Uint8Array(2)]);
  const { content } = await transport.download(url, { signal: abort.signal });
  const reading = (async () => {
    for await (const _ of content) abort.abort();
  })();
  await expect(reading).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
});
