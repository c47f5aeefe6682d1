import { describe, expect, it } from 'vitest';
import { contract, sections } from '../../src/api/contract/index.ts';
import { openApiDocument } from '../../src/api/openapi.ts';
import { endpoints } from './contract/endpoints.ts';

type Json = Record<string, never>;
const document = JSON.parse(JSON.stringify(openApiDocument({ version: '1.2.3', server: '/api' }))) as Json;
const paths = document['paths'] as unknown as Record<string, Record<string, Json>>;

/** The responses of an operation. */
const responsesOf = (id: string) =>
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id)!['responses'] as unknown as Record<
    string,
    { content?: object }
  >;

describe('openApiDocument', () => {
  it('the OpenAPI document describes every endpoint', () => {
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const ofTheDocument = described.filter((endpoint) => !endpoint.includes(' /extensions/'));
    expect(ofTheDocument.sort()).toEqual([...endpoints].sort());
  });

  it('the OpenAPI document marks the operations that a service may lack, and no others', () => {
    for (const [path, methods] of Object.entries(paths)) {
      for (const described of Object.values(methods))
        expect(described['x-extension'], path).toBe(path.startsWith('/extensions/') ? true : undefined);
    }
  });

  it('the OpenAPI document gives each parameter its place, its type and whether it is required', () => {
    expect(paths['/storefs/delete']?.['delete']).toMatchObject({
      operationId: 'deleteFiles',
      parameters: [{ name: 'path', in: 'query', required: true, explode: true, schema: { type: 'array' } }],
    });
    expect(paths['/tasks/{id}']?.['get']).toMatchObject({
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    });
  });

  it('the OpenAPI document marks secrets as passwords and uploads as forms', () => {
    expect(paths['/setup/import-cluster']?.['post']).toMatchObject({
      requestBody: {
        content: { 'application/json': { schema: { properties: { adminKey: { format: 'password' } } } } },
      },
    });
    expect(paths['/storefs/upload']?.['put']).toMatchObject({
      requestBody: { content: { 'multipart/form-data': { schema: { required: ['file'] } } } },
    });
  });

  it('the OpenAPI document gives the error response of every operation as JSON with a message', () => {
    const schema = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] };
    for (const described of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      const { responses } = described as unknown as { responses: Record<string, { content: object }> };
      expect(Object.keys(responses)).toEqual(['200', '4XX', '5XX']);
      for (const range of ['4XX', '5XX'])
        expect(responses[range]!.content).toEqual({ 'application/json': { schema } });
    }
  });

  it('the OpenAPI document has the Age header on every read except streams, and on no write', () => {
    const answer = (id: string) => responsesOf(id)['200'];
    expect(answer('listPools')).toMatchObject({
      description: 'The answer.',
      headers: { Age: { schema: { type: 'integer' } } },
      content: { 'application/json': { schema: { type: 'array' } } },
    });
    const stream = responsesOf('followLogs');
    expect(stream['200']).not.toHaveProperty('headers');
    expect(Object.keys(stream['200']!.content!)).toEqual(['text/event-stream', 'application/x-ndjson']);
    expect(answer('deletePool')).not.toHaveProperty('headers');
    expect(answer('setFlag')).toEqual({ description: 'Done.' });
  });

  it('the OpenAPI document gives each operation only the parts it has', () => {
    expect(paths['/pools']!['get']).toStrictEqual({
      operationId: 'listPools',
      summary: contract.listPools.summary,
      tags: ['pools'],
      'x-tier': 'read',
      responses: expect.anything(),
    });
    expect(paths['/maintenance/recovery-speed']!['put']).toMatchObject({
      'x-tier': contract.setRecoverySpeed.tier,
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    });
    const parameters = Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap((one) => (one['parameters'] ?? []) as Record<string, Json>[]),
    );
    for (const { in: where, style, explode, schema, ...rest } of parameters) {
      expect(['path', 'query']).toContain(where);
      const isList = schema!['type'] === 'array';
      expect([style, explode]).toEqual(isList ? ['form', true] : [undefined, undefined]);
      expect(schema).not.toHaveProperty('description');
      expect(rest).not.toHaveProperty('description', undefined);
    }
    expect(parameters.filter((one) => 'description' in one).length).toBeGreaterThan(5);
  });

  it('the OpenAPI document has the program, the base URL, the sections and the authentication by token', () => {
    const { openapi, info, servers, security, components, tags } = document;
    expect({ openapi, info, servers, security, components }).toEqual({
      openapi: '3.1.0',
      info: { title: 'Cluster Management Service API', version: '1.2.3' },
      servers: [{ url: '/api' }],
      security: [{ bearer: [] }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    });
    const used = Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => one['tags']));
    expect(tags).toEqual(
      Object.keys(sections).map((name) =>
        name === 'extensions'
          ? { name, description: expect.stringContaining('a service may lack them') as string }
          : { name },
      ),
    );
    expect(new Set(used.flat())).toEqual(new Set(Object.keys(sections)));
  });
});
