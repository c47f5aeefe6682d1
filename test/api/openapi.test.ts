import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/api/openapi.ts';
import { endpoints } from './contract/endpoints.ts';

type Json = Record<string, never>;
const document = JSON.parse(JSON.stringify(openApiDocument({ version: '1.2.3', server: '/api' }))) as Json;
const paths = document['paths'] as unknown as Record<string, Record<string, Json>>;

describe('openApiDocument', () => {
  it('the OpenAPI document describes every endpoint', () => {
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const ofTheDocument = described.filter((endpoint) => !endpoint.includes(' /extensions/'));
    expect(ofTheDocument.sort()).toEqual([...endpoints].sort());
  });

  it('the OpenAPI document marks what a service may lack, and no other operation', () => {
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
});
