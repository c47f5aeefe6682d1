import type { TObject, TSchema } from 'typebox';
import { contract, sections, type OperationId } from '../api/contract/index.ts';
import type { Operation } from '../api/operation.ts';
import { suggestion } from '../lib/nearest.ts';
import { UsageError } from './options.ts';

/** The parts of a request that parameters of the command line can go to. */
const PARTS = ['params', 'query', 'form'] as const;

/** The parts of a schema that are shown to people. */
interface ShownSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: ShownSchema;
  readonly description?: string;
  readonly 'x-upload'?: boolean;
}

/** An operation by its id. */
export function operationOf(id: string): { readonly id: OperationId; readonly operation: Operation } {
  if (!Object.hasOwn(contract, id)) {
    const near = suggestion(id, Object.keys(contract));
    throw new UsageError(`unknown operation ${JSON.stringify(id)}${near}; storedeck call --list lists them`);
  }
  return { id: id as OperationId, operation: contract[id as OperationId] };
}

/** The parameters of an operation by name, each with its part of the request; no operation has two of the same name. */
export function parametersOf(
  operation: Operation,
): Map<string, { part: (typeof PARTS)[number]; schema: ShownSchema }> {
  const parameters = new Map<string, { part: (typeof PARTS)[number]; schema: ShownSchema }>();
  for (const part of PARTS) {
    const schemas = Object.entries<TSchema>(operation[part]?.properties ?? {});
    for (const [name, schema] of schemas) parameters.set(name, { part, schema });
  }
  return parameters;
}

function kind(schema: ShownSchema): string {
  if (schema['x-upload']) return 'FILE';
  if (schema.type === 'array') return `${kind(schema.items ?? {})}, may be repeated`;
  return schema.enum?.join('|') ?? schema.type ?? 'any';
}

function fieldLines(schema: TObject | undefined, prefix: string): string[] {
  const required: readonly string[] = schema?.required ?? [];
  return Object.entries<ShownSchema>(schema?.properties ?? {}).map(([name, field]) => {
    const need = required.includes(name) ? ', required' : '';
    const about = field.description === undefined ? '' : `: ${field.description}`;
    return `  ${prefix}${name} (${kind(field)}${need})${about}`;
  });
}

/** All operations by section, one line each. */
export function listOperations(): string {
  const width = Math.max(...Object.keys(contract).map((id) => id.length));
  const lines = Object.entries(sections).flatMap(([section, operations]) => [
    `${section}:`,
    ...Object.entries<Operation>(operations).map(([id, { summary }]) => `  ${id.padEnd(width)}  ${summary}`),
  ]);
  return `${lines.join('\n')}\n`;
}

/** The parameters and the body of an operation, one line each. */
export function describeOperation(id: OperationId, operation: Operation): string {
  const { method, path, summary, tier, body } = operation;
  const lines = [
    `${id}: ${summary}`,
    `${method} ${path} (${tier})`,
    ...PARTS.flatMap((part) => fieldLines(operation[part], '--')),
  ];
  if (body !== undefined) {
    const isObject = 'properties' in body;
    lines.push(
      isObject ? '--json with the fields' : `--json with ${kind(body)}`,
      ...fieldLines(isObject ? (body as TObject) : undefined, ''),
    );
  }
  return `${lines.join('\n')}\n`;
}
