import type { TObject, TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { contract, type OperationId, sections } from '../../../src/api/contract/index.ts';
import { isExtension, type Operation } from '../../../src/api/operation.ts';
import { endpoints } from './endpoints.ts';

const operations = Object.entries(contract) as [OperationId, Operation][];
const ofTheDocument = operations.filter(([, operation]) => !isExtension(operation));
const endpoint = ({ method, path }: Operation) => `${method} ${path}`;

/** Every schema within a schema, including itself, with the property names that lead to it. */
function* schemasIn(schema: TSchema, path = ''): Generator<{ path: string; schema: TSchema }> {
  yield { path, schema };
  const { properties, items, patternProperties } = schema as {
    properties?: Record<string, TSchema>;
    patternProperties?: Record<string, TSchema>;
    items?: TSchema;
  };
  for (const [key, value] of Object.entries({ ...properties, ...patternProperties }))
    yield* schemasIn(value, `${path}.${key}`);
  if (items) yield* schemasIn(items, `${path}[]`);
}

describe('contract', () => {
  it('the contract has each endpoint of the interface document once', () => {
    expect(endpoints).toHaveLength(159);
    expect(ofTheDocument.map(([, operation]) => endpoint(operation)).sort()).toEqual([...endpoints].sort());
  });

  it('each operation of the contract belongs to one section and has a unique id', () => {
    const ids = Object.values(sections).flatMap((section) => Object.keys(section));
    expect(ids).toHaveLength(operations.length);
    expect(new Set(ids)).toEqual(new Set(Object.keys(contract)));
  });

  it('operations that the interface document does not have are in the extensions section, under its path', () => {
    const beyond = operations.filter(([, operation]) => isExtension(operation)).map(([id]) => id);
    expect(Object.keys(sections.extensions)).toEqual(beyond);
  });

  it.each(operations)(
    '%s describes exactly the parameters in its path, all of them required',
    (_, operation) => {
      const inPath = [...operation.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
      expect(Object.keys(operation.params?.properties ?? {})).toEqual(inPath);
      expect(operation.params?.required ?? []).toEqual(inPath);
    },
  );

  it.each(operations)('%s takes at most one kind of body, and none if it is a GET', (_, operation) => {
    expect(operation.body !== undefined && operation.form !== undefined).toBe(false);
    if (operation.method === 'GET') expect(operation.body ?? operation.form).toBeUndefined();
  });

  it.each(operations)('%s refuses unknown fields in its input', (_, operation) => {
    for (const sent of [operation.body, operation.form]) {
      if (!sent) continue;
      for (const { path, schema } of schemasIn(sent)) {
        const object = schema as Partial<TObject> & { additionalProperties?: unknown };
        if (object.properties) expect(object.additionalProperties, path).toBe(false);
      }
    }
  });

  it.each(operations)('%s requires no field in its reply', (_, operation) => {
    for (const { path, schema } of operation.reply ? schemasIn(operation.reply) : []) {
      expect((schema as Partial<TObject>).required ?? [], path).toEqual([]);
      expect((schema as { enum?: unknown }).enum, `${path} is open for new words`).toBeUndefined();
      expect((schema as { additionalProperties?: unknown }).additionalProperties, path).toBeUndefined();
    }
  });

  it.each(operations)('%s marks its secrets for masking in input and reply', (_, operation) => {
    for (const part of [operation.query, operation.body, operation.form, operation.reply]) {
      for (const { path, schema } of part ? schemasIn(part) : []) {
        if (/(secretKey|password|encryptionKey|authToken|apiToken|adminKey)$/i.test(path))
          expect((schema as { 'x-secret'?: boolean })['x-secret'], path).toBe(true);
      }
    }
  });
});

describe('risk tiers', () => {
  const ids = operations.map(([id]) => id);

  it('the tier is read for every GET and for the one POST that only reads', () => {
    const reads = operations.filter(([, { tier }]) => tier === 'read');
    const gets = operations.filter(([, { method }]) => method === 'GET');
    expect(reads.map(([id]) => id).sort()).toEqual([...gets.map(([id]) => id), 'statFiles'].sort());
  });

  it('the tier is destructive for every operation with thisWillDeleteData', () => {
    const asking = operations.filter(([, { body }]) =>
      Object.hasOwn((body as TObject | undefined)?.properties ?? {}, 'thisWillDeleteData'),
    );
    expect(asking.map(([id]) => id)).toEqual([
      'deleteS3Bucket',
      'deletePool',
      'deletePoolByPost',
      'deleteImage',
    ]);
    for (const [id, { tier }] of asking) expect(tier, id).toBe('destructive');
  });

  it.each([
    'deleteS3User',
    'deleteS3Subuser',
    'deleteS3Object',
    'deleteFiles',
    'deleteSnapshot',
    'deleteDisk',
    'deleteServerDisk',
    'updateServerDisk',
    'deleteIscsiService',
    'deleteScript',
    'changeCrushMap',
    'rebootAllServers',
    'migrateToMimic',
    'createCluster',
    'importCluster',
    'restoreBackup',
  ] as const)('the tier of %s is destructive', (id) => {
    expect(contract[id].tier).toBe('destructive');
  });

  it('the tier of a deletion is never reversible', () => {
    for (const id of ids.filter((id) => id.startsWith('delete')))
      expect(contract[id].tier).not.toBe('reversible');
  });
});
