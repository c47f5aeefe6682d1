import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract } from '../../src/api/contract/index.ts';
import { decodeInput } from '../../src/api/decode.ts';
import { encodeRequest } from '../../src/api/encode.ts';
import { ApiError } from '../../src/api/failure.ts';
import type { RawInput } from '../../src/api/transport.ts';

const noContent = { name: 'a.bin', content: (async function* () {})() };

describe('encodeRequest', () => {
  it('encodeRequest percent-encodes each path segment by itself', () => {
    const { path } = encodeRequest(contract.getImage, { params: { pool: 'a/b', rbd: 'ä %?#' } });
    expect(path).toBe('/pools/a%2Fb/rbds/%C3%A4%20%25%3F%23');
  });

  it.each(['', '.', '..'])(
    'encodeRequest refuses %j as a path segment, which would reach another operation',
    (uid) => {
      const call = () => encodeRequest(contract.deleteS3User, { params: { uid } });
      expect(call).toThrow(ApiError);
      expect(call).toThrow('params.uid');
    },
  );

  it('encodeRequest refuses a missing path parameter', () => {
    expect(() => encodeRequest(contract.getTask, {})).toThrow('params.id');
  });

  it('encodeRequest refuses a lone surrogate instead of sending another name', () => {
    expect(() => encodeRequest(contract.getPoolDetails, { params: { name: 'a\ud800' } })).toThrow(
      'unpaired surrogate',
    );
  });

  it('encodeRequest repeats the entries of a list in the query and leaves out absent parameters', () => {
    const query = { service: ['mon', 'osd.*'], priority: [0, 1], server: undefined, after: null, lines: 5 };
    expect(encodeRequest(contract.readLogs, { query }).path).toBe(
      '/logs/logs?service=mon&service=osd.*&priority=0&priority=1&lines=5',
    );
  });

  it('encodeRequest encodes an opaque cursor so that it arrives unchanged', () => {
    const { path } = encodeRequest(contract.readLogs, { query: { cursor: 's=1;i=a&b=c+d e' } });
    expect(new URL(path, 'http://h').searchParams.get('cursor')).toBe('s=1;i=a&b=c+d e');
  });

  it('encodeRequest sends a JSON body, with DELETE too', () => {
    const request = encodeRequest(contract.resetSetting, { body: { name: 'debug_osd' } });
    expect(request).toMatchObject({ method: 'DELETE', path: '/config', json: '{"name":"debug_osd"}' });
  });

  it('encodeRequest asks for an event stream if the reply is one', () => {
    expect(encodeRequest(contract.followLogs, {}).accept).toContain('text/event-stream');
    expect(encodeRequest(contract.listPools, {}).accept).toContain('application/json');
  });

  it('encodeRequest puts the file after the fields of a form', () => {
    const { form, json } = encodeRequest(contract.uploadS3Object, {
      params: { bucketName: 'b' },
      form: { file: noContent, key: 'k', size: 3 },
    });
    expect(json).toBeUndefined();
    expect(form?.fields).toEqual([
      ['key', 'k'],
      ['size', '3'],
    ]);
    expect(form?.file).toEqual({ field: 'file', upload: noContent });
  });

  it('encodeRequest has no file in a form without one', () => {
    const { form } = encodeRequest(contract.uploadS3Object, {
      params: { bucketName: 'b' },
      form: { key: 'k' },
    });
    expect(form).toStrictEqual({ fields: [['key', 'k']] });
    const empty = encodeRequest(contract.uploadS3Object, { params: { bucketName: 'b' } });
    expect(empty.form).toStrictEqual({ fields: [] });
  });

  it.each<[where: string, input: RawInput]>([
    ['params.bucketName', { params: { bucketName: {} }, form: {} }],
    ['form.key', { params: { bucketName: 'b' }, form: { key: Number.NaN } }],
    ['query.lines', { params: { bucketName: 'b' }, query: { lines: [{}] }, form: {} }],
  ])('encodeRequest reports that no request can carry %s', (where, input) => {
    const call = () => encodeRequest(contract.uploadS3Object, input);
    expect(call).toThrow(`${where}: must be text, a number, or true or false`);
    expect(call).toThrow(expect.objectContaining({ failure: expect.objectContaining({ kind: 'refused' }) }));
  });

  it.each(['path', 'query'])('encodeRequest names the place of a lone surrogate in the %s', (part) => {
    const call = () =>
      encodeRequest(contract.getPoolDetails, {
        params: { name: part === 'path' ? '\ud800' : 'a' },
        query: { word: part === 'query' ? '\ud800' : 'b' },
      });
    expect(call).toThrow(part === 'path' ? 'params.name: contains' : 'query.word: contains');
  });

  it('encodeRequest writes booleans and numbers as text', () => {
    const query = { yes: true, no: false, zero: 0, less: -1.5 };
    expect(encodeRequest(contract.listPools, { query }).path).toBe(
      '/pools?yes=true&no=false&zero=0&less=-1.5',
    );
  });

  it('decodeInput restores any query that encodeRequest writes', () => {
    const query = fc.record(
      {
        service: fc.array(fc.string(), { minLength: 1 }),
        priority: fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1 }),
        server: fc.nat(),
        after: fc.integer({ min: -100, max: 2 ** 31 }).map((eighths) => eighths / 8),
        cursor: fc.string(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(query, (query) => {
        const { searchParams } = new URL(encodeRequest(contract.readLogs, { query }).path, 'http://h');
        const raw: Record<string, string | string[]> = {};
        for (const key of new Set(searchParams.keys())) {
          const values = searchParams.getAll(key);
          raw[key] = values.length === 1 ? (values[0] ?? '') : values;
        }
        const decoded = decodeInput(contract.readLogs, { query: raw });
        expect(decoded).toEqual({ input: { query } });
      }),
    );
  });
});
