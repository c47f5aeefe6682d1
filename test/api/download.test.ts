import { describe, expect, test } from 'vitest';
import { counted, downloaded, isDownload, isSecretDownload } from '../../src/api/download.ts';
import { ApiError } from '../../src/api/failure.ts';
import { deferredTransport, type Transport } from '../../src/api/transport.ts';

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}
const all = async (content: AsyncIterable<Uint8Array>) => {
  const got: Uint8Array[] = [];
  for await (const piece of content) got.push(piece);
  return Buffer.concat(got).toString();
};
const nothing = { download: () => Promise.reject(new Error('not asked for')) };

test('isDownload finds the operations that answer with a file, and isSecretDownload those whose file has secrets', () => {
  expect(['downloadFile', 'downloadS3Object', 'listPools'].map((id) => isDownload(id as never))).toEqual([
    true,
    true,
    false,
  ]);
  expect(isSecretDownload('downloadFile')).toBe(false);
  expect(isSecretDownload('listPools')).toBe(false);
});

describe('downloaded file', () => {
  test('a download is complete if it has the announced number of bytes', async () => {
    const moved: number[] = [];
    expect(
      await all(counted({ size: 5, content: pieces('abc', 'de') }, (bytes) => void moved.push(bytes))),
    ).toBe('abcde');
    expect(moved).toEqual([3, 2]);
    expect(await all(counted({ content: pieces('abc') }, () => undefined))).toBe('abc');
  });

  test.each([4, 6])('a download of 5 bytes fails if %i bytes were announced', async (size) => {
    const content = counted({ size, content: pieces('abcde') }, () => undefined);
    await expect(all(content)).rejects.toMatchObject({
      failure: { kind: 'malformed', message: `It ended after 5 of ${size} bytes.` },
    });
  });

  test('a file is downloaded from the answer itself, or from the address in it', async () => {
    const sizes: unknown[] = [];
    const following = {
      signal: new AbortController().signal,
      onSize: (size: unknown) => void sizes.push(size),
      onMoved: () => undefined,
    };
    const inAnswer = async () => ({ fileName: 'f', url: '', fileContents: 'größe' });
    expect(await all(downloaded(inAnswer, nothing, following))).toBe('größe');
    const transport = { download: async (url: string) => ({ size: 3, content: pieces(url.slice(-3)) }) };
    const atAddress = async () => ({ fileName: 'f', url: 'http://x/abc', fileContents: 'other' });
    expect(await all(downloaded(atAddress, transport, following))).toBe('abc');
    expect(sizes).toEqual([7, 3]);
  });

  test('a download fails if the answer has neither content nor address', async () => {
    const following = { signal: new AbortController().signal, onMoved: () => undefined };
    await expect(all(downloaded(async () => ({ url: '' }), nothing, following))).rejects.toBeInstanceOf(
      ApiError,
    );
  });
});

describe('deferredTransport', () => {
  const calls: unknown[] = [];
  const opened = {
    send: async (...given: unknown[]) => void calls.push(['send', ...given]),
    download: async (...given: unknown[]) => void calls.push(['download', ...given]),
    close: async () => void calls.push(['close']),
  } as unknown as Transport;

  test('a deferred transport passes on all calls once it is open', async () => {
    const transport = deferredTransport(Promise.resolve(opened));
    await transport.send('listPools', { body: 1 }, {});
    await transport.download('http://x', {});
    await transport.close();
    expect(calls).toEqual([['send', 'listPools', { body: 1 }, {}], ['download', 'http://x', {}], ['close']]);
  });

  test('a deferred transport that cannot be opened fails each call', async () => {
    const transport = deferredTransport(Promise.reject(new Error('no')));
    await expect(transport.send('listPools', {}, {})).rejects.toThrow();
    await expect(transport.download('http://x', {})).rejects.toThrow();
  });
});
