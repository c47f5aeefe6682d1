import { request } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { tinyEngine } from '../tinyEngine.ts';
import { serve, TOKEN } from './serve.ts';

const MIB = 1024 * 1024;

/** A form with its parts in the given order. A value that is not a text is a file. */
function form(...parts: readonly [name: string, value: string | Blob][]): FormData {
  const data = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, 'notes.txt');
  }
  return data;
}

const put = (url: string, body: FormData) =>
  fetch(`${url}/s3/buckets/b/upload`, { method: 'PUT', headers: { authorization: `Bearer ${TOKEN}` }, body });

const file = (bytes: number) => new Blob([new Uint8Array(bytes)]);

describe('an upload', () => {
  test('an upload is streamed, and may be larger than the limit of JSON bodies', async () => {
    const engine = tinyEngine();
    const { url } = await serve(engine);
    const size = 8 * MIB + 1;
    const response = await put(url, form(['key', 'a/b'], ['size', String(size)], ['file', file(size)]));
    expect(await response.text()).toBe('');
    expect(response.status).toBe(200);
    expect(engine.uploads).toEqual([{ key: 'a/b', bytes: size, name: 'notes.txt' }]);
  });

  test('an upload may have its file anywhere among its fields', async () => {
    const engine = tinyEngine();
    const { url } = await serve(engine);
    expect((await put(url, form(['file', file(MIB)], ['key', 'a']))).status).toBe(200);
    expect((await put(url, form(['key', 'b'], ['file', file(11)], ['size', '11']))).status).toBe(200);
    expect(engine.uploads.map(({ key, bytes }) => [key, bytes])).toEqual([
      ['a', MIB],
      ['b', 11],
    ]);
  });

  test.each([
    ['without its file', form(['key', 'a']), 400, 'form.file: is missing'],
    ['without its key', form(['file', file(1)]), 400, 'form.key: is missing'],
    ['with an empty form', new FormData(), 400, 'form.key: is missing; form.file: is missing'],
    [
      'with an invalid size',
      form(['key', 'a'], ['size', 'big'], ['file', file(1)]),
      400,
      'form.size: must be',
    ],
    [
      'with a text as its file',
      form(['key', 'a'], ['file', 'text']),
      400,
      'form.file: must be sent as a file',
    ],
    ['with a file as its key', form(['key', file(1)], ['file', file(1)]), 400, 'form.key: is not a file'],
    [
      'with two files',
      form(['key', 'a'], ['fil', file(1)], ['file', file(1)]),
      400,
      'form.fil: is not a file',
    ],
    [
      'with a field that is too long',
      form(['key', 'x'.repeat(9000)], ['file', file(1)]),
      413,
      'form.key: is longer than',
    ],
    [
      'with more data before its key than is buffered',
      form(['file', file(65 * MIB)], ['key', 'a']),
      413,
      'send the fields of the form before a file of this size',
    ],
  ])('an upload %s is refused', async (_, body, status, message) => {
    const engine = tinyEngine();
    const { url, told } = await serve(engine);
    const response = await put(url, body);
    const answer = (await response.json()) as { message: string };
    expect(answer.message).toContain(message);
    expect(response.status).toBe(status);
    expect(engine.uploads).toEqual([]);
    expect(told).toEqual([]);
  });

  test('an upload must be a form', async () => {
    const { call } = await serve(tinyEngine());
    const response = await call('PUT', '/s3/buckets/b/upload', { key: 'a' });
    expect(response.status).toBe(415);
    expect(await response.json()).toEqual({ message: 'the body must be sent as multipart/form-data' });
  });

  test('an upload that breaks off reaches the engine as an error, and creates no object', async () => {
    let seen: unknown;
    const engine = tinyEngine({
      async uploadS3Object({ form: { file: upload } }) {
        try {
          for await (const _chunk of upload.content);
        } catch (error) {
          seen = error;
          throw error;
        }
      },
    });
    const { url } = await serve(engine);
    const client = request(`${url}/s3/buckets/b/upload`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'multipart/form-data; boundary=X' },
    });
    const closed = new Promise((resolve) => client.on('close', resolve).on('error', resolve));
    client.write('--X\r\ncontent-disposition: form-data; name="key"\r\n\r\na\r\n');
    client.write('--X\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n');
    client.write('x'.repeat(100_000), () => client.destroy());
    await closed;
    await vi.waitFor(() => expect(seen).toMatchObject({ status: 400 }), 30_000);
  });

  test('an upload that the engine refuses unread leaves the connection usable', async () => {
    const engine = tinyEngine({
      uploadS3Object() {
        throw new Error('full');
      },
    });
    const { url, call } = await serve(engine);
    const response = await put(url, form(['key', 'a'], ['file', file(4 * MIB)]));
    expect(response.status).toBe(500);
    await response.text();
    expect((await call('GET', '/maintenance/flags')).status).toBe(200);
  });
});
