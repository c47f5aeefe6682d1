import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { contract, type OperationId } from '../../src/api/contract/index.ts';
import { decodeInput } from '../../src/api/decode.ts';
import type { RawInput } from '../../src/api/transport.ts';

function problems(id: OperationId, raw: RawInput): readonly string[] {
  const result = decodeInput(contract[id], raw);
  return 'problems' in result ? result.problems : [];
}

describe('decodeInput', () => {
  it('decodeInput gives path and query values the types of their schemas', () => {
    expect(decodeInput(contract.getTask, { params: { id: '42' } })).toEqual({
      input: { params: { id: 42 } },
    });
    expect(
      decodeInput(contract.listS3Objects, {
        params: { bucketName: '7' },
        query: { max: '5', flatView: 'true', prefix: '1' },
      }),
    ).toEqual({ input: { params: { bucketName: '7' }, query: { max: 5, flatView: true, prefix: '1' } } });
  });

  it('decodeInput reads a single query parameter as a list where the schema wants one', () => {
    expect(decodeInput(contract.deleteFiles, { query: { path: '/a' } })).toEqual({
      input: { query: { path: ['/a'] } },
    });
  });

  it('decodeInput gives the fields of a form their types and passes the file on', () => {
    const file = { name: 'f', content: (async function* () {})() };
    expect(
      decodeInput(contract.uploadS3Object, {
        params: { bucketName: 'b' },
        form: { key: '1', size: '10', file },
      }),
    ).toEqual({ input: { params: { bucketName: 'b' }, form: { key: '1', size: 10, file } } });
    expect(problems('uploadS3Object', { params: { bucketName: 'b' }, form: { key: 'k' } })).toEqual([
      'form.file: is missing',
    ]);
  });

  it.each<[OperationId, RawInput, string]>([
    ['setRecoverySpeed', { body: { speed: 11 } }, 'body.speed: must be at most 10; got 11'],
    ['setRecoverySpeed', { body: { speed: '7' } }, 'body.speed: must be a whole number; got "7"'],
    ['setRecoverySpeed', {}, 'body: is missing'],
    ['setRecoverySpeed', { body: [] }, 'body: must be an object; got a list'],
    ['getTask', { params: { id: 'x' } }, 'params.id: must be a whole number; got "x"'],
    ['getTask', { params: { id: '-1' } }, 'params.id: must not be negative; got -1'],
    ['getTask', { params: { id: '1e3' } }, 'params.id: must be a whole number; got "1e3"'],
    [
      'listS3Objects',
      { params: { bucketName: 'b' }, query: { flatView: 'yes' } },
      'query.flatView: must be true or false; got "yes"',
    ],
    ['listTasks', { query: { limmit: '1' } }, 'query.limmit: is not known here (did you mean "limit"?)'],
    [
      'createPool',
      { body: { name: 'p', zzzzzzzz: 1 } },
      'body.zzzzzzzz: is not known here; known: name, description, pgNum, minSize, size, erasureCoding, dataChunks, parityChunks, quotaMaxBytes, quotaMaxObjects, crushRule, unprotect, application, fastRead',
    ],
    ['createPool', { body: {} }, 'body.name: is missing'],
    ['createPool', { body: { name: '' } }, 'body.name: must not be empty'],
    [
      'updateS3Subuser',
      { params: { uid: 'u', subuser: 's' }, body: { permissions: 'all' } },
      'body.permissions: must be one of full-control, read-write, read, write; got "all"',
    ],
    [
      'updateS3User',
      { params: { uid: 'u' }, body: {} },
      'body: must change at least one of name, email, suspended',
    ],
    ['createDirectory', { body: { dir: '/a', pool: 3 } }, 'body.pool: must be text or null; got 3'],
    ['createIscsiService', { body: { servers: [] } }, 'body.servers: must have at least one entry'],
    [
      'createIscsiService',
      { body: { servers: [{ serverId: 1, ip: '' }] } },
      'body.servers[0].ip: must not be empty',
    ],
    ['createIscsiService', { body: { servers: [{ serverId: 1 }] } }, 'body.servers[0].ip: is missing'],
    ['listPools', { body: { a: 1 } }, 'body: this operation takes none'],
    [
      'setFlag',
      { params: { flag: 'nooot' } },
      'params.flag: must be one of noscrub, nodeep-scrub, noout, noup, nodown, noin, nobackfill, norebalance, norecover; got "nooot"',
    ],
  ])('%s with the input %j is refused: %s', (id, raw, problem) => {
    expect(problems(id, raw)).toEqual([problem]);
  });

  it('decodeInput reports all mistakes at once', () => {
    expect(problems('createPool', { body: { nmae: 'x', size: -1 } })).toEqual([
      'body.name: is missing',
      'body.nmae: is not known here (did you mean "name"?)',
      'body.size: must not be negative; got -1',
    ]);
  });

  it('decodeInput accepts null for the default pool, and an empty body where none is wanted', () => {
    expect(problems('createDirectory', { body: { dir: '/a', pool: null } })).toEqual([]);
    expect(problems('createSnapshot', { params: { pool: 'p', rbd: 'r', snap: 's' }, body: {} })).toEqual([]);
  });

  it('decodeInput does not take a null body for an empty one', () => {
    const params = { bucketName: 'b' };
    expect(problems('putS3Bucket', { params, body: null })).toEqual(['body: must be an object; got null']);
    expect(problems('createSnapshot', { params: { pool: 'p', rbd: 'r', snap: 's' }, body: null })).toEqual(
      [],
    );
  });

  it('decodeInput shows no secrets and no control characters in its errors', () => {
    const body = { username: 'u', password: 12345 };
    expect(problems('createIscsiClient', { params: { serviceId: '1', name: 'c' }, body })).toEqual([
      'body.password: must be text',
    ]);
    expect(problems('getTask', { params: { id: '\u001b[2J' } })[0]).not.toContain('\u001b');
  });

  it('decodeInput survives a body with endless nesting', () => {
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    expect(problems('createPool', { body: { name: deep } })).toEqual(['body.name: must be text; got a list']);
    expect(problems('createPool', { body: deep })).toEqual(['body: must be an object; got a list']);
  });

  it('decodeInput keeps a field named __proto__ from reaching the prototype', () => {
    const query = JSON.parse('{"__proto__": "x"}') as Record<string, unknown>;
    expect(problems('listTasks', { query })).toEqual([
      'query.__proto__: is not known here; known: before, after, limit, offset, order',
    ]);
  });
});

it('decodeInput checks a schema shared by a query and a body in both places', () => {
  const schema = Type.Object({ name: Type.Optional(Type.String()) });
  const operation = { ...contract.listPools, query: schema, body: schema };
  const unknown = { nmae: 'x' };
  expect(decodeInput(operation, { body: unknown })).toEqual({ input: { body: unknown } });
  expect(decodeInput(operation, { query: unknown, body: {} })).toEqual({
    problems: ['query.nmae: is not known here (did you mean "name"?)'],
  });
  expect(decodeInput(operation, { body: unknown })).toEqual({ input: { body: unknown } });
});
