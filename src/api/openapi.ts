import type { TObject, TSchema } from 'typebox';
import { sections } from './contract/index.ts';
import { isExtension, type Operation } from './operation.ts';

type Json = Readonly<Record<string, unknown>>;

export interface OpenApiInfo {
  /** Version of the program that serves the interface. */
  readonly version: string;
  /** The base URL, with `/api`. */
  readonly server: string;
}

const REJECTION = {
  description: 'Nothing was changed; the message says why and what to do.',
  content: {
    'application/json': {
      schema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    },
  },
};

const EXTENSIONS_TEXT = 'Operations that the interface document does not have: a service may lack them.';

/** A schema as plain JSON, with secrets marked as `format: password`, which other programs know. */
function plain(schema: TSchema): Json {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'x-secret' in value
      ? { ...value, format: 'password' }
      : value,
  ) as Json;
}

function parametersOf(schema: TObject | undefined, where: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const required: readonly string[] = schema.required ?? [];
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, ...rest } = plain(property);
    return {
      name,
      in: where,
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
      // Lists repeat the parameter: service=mon&service=mgr.
      ...(rest['type'] === 'array' && { style: 'form', explode: true }),
    };
  });
}

function requestBodyOf({ body, form }: Operation): Json | undefined {
  const schema = body ?? form;
  if (schema === undefined) return undefined;
  const type = body ? 'application/json' : 'multipart/form-data';
  return { required: true, content: { [type]: { schema: plain(schema) } } };
}

const AGE: Json = {
  description:
    'Age of the answer in seconds; left out if it is current. If the cluster does not answer in time, the answer is its last known state.',
  schema: { type: 'integer' },
};

function replyOf({ reply, stream, tier }: Operation): Json {
  if (reply === undefined) return { description: 'Done.' };
  const schema = plain(reply);
  return {
    description: 'The answer.',
    ...(tier === 'read' && !stream && { headers: { Age: AGE } }),
    content: stream
      ? { 'text/event-stream': { schema }, 'application/x-ndjson': { schema } }
      : { 'application/json': { schema } },
  };
}

function operationObject(id: string, tag: string, operation: Operation): Json {
  const parameters = [...parametersOf(operation.params, 'path'), ...parametersOf(operation.query, 'query')];
  const requestBody = requestBodyOf(operation);
  return {
    operationId: id,
    summary: operation.summary,
    tags: [tag],
    'x-tier': operation.tier,
    ...(isExtension(operation) && { 'x-extension': true }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { 200: replyOf(operation), '4XX': REJECTION, '5XX': REJECTION },
  };
}

/** The interface as an OpenAPI 3.1 document. */
export function openApiDocument({ version, server }: OpenApiInfo): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [tag, section] of Object.entries(sections)) {
    for (const [id, operation] of Object.entries<Operation>(section)) {
      paths[operation.path] ??= {};
      paths[operation.path]![operation.method.toLowerCase()] = operationObject(id, tag, operation);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cluster Management Service API', version },
    servers: [{ url: server }],
    tags: Object.keys(sections).map((name) => ({
      name,
      ...(name === 'extensions' && { description: EXTENSIONS_TEXT }),
    })),
    security: [{ bearer: [] }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}
