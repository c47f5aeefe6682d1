import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { contract, type OperationId, sections } from '../api/contract/index.ts';
import type { Operation, Upload } from '../api/operation.ts';
import type { RawInput } from '../api/transport.ts';
import { fieldsOf, inputOf } from '../screens/fields.ts';
import type { Cockpit } from '../store/cockpit.ts';
import type { Field, Plan } from '../store/flow.ts';
import { pushOverlay } from '../store/view.ts';

/** An operation as the explorer lists it. */
export interface Listed {
  readonly id: OperationId;
  readonly section: string;
  readonly operation: Operation;
}

const all: readonly Listed[] = Object.entries(sections).flatMap(([section, operations]) =>
  Object.keys(operations).map((id) => ({
    id: id as OperationId,
    section,
    operation: contract[id as OperationId] as Operation,
  })),
);

/** The operations in whose id, path, section or summary every word of the search occurs. */
export function findOperations(search: string): readonly Listed[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  return all.filter(({ id, section, operation }) => {
    const text = `${section} ${id} ${operation.method} ${operation.path} ${operation.summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** A field for a local file says at once when there is none. */
function withFile(field: Field): Field {
  if (!field.upload) return field;
  return {
    ...field,
    read(text) {
      const isFile = text !== '' && statSync(text, { throwIfNoEntry: false })?.isFile();
      return isFile
        ? { value: text }
        : { problem: text === '' ? 'Name a local file.' : `There is no file ${text}.` };
    },
  };
}

/** The input with the content of local files in the place of their names. */
function withContent(fields: readonly Field[], input: RawInput): RawInput {
  const uploads = fields.filter((field) => field.upload).map((field) => field.name.replace('form.', ''));
  if (uploads.length === 0) return input;
  const form = { ...input.form };
  for (const name of uploads) {
    const path = String(form[name]);
    form[name] = { name: basename(path), content: createReadStream(path) } satisfies Upload;
  }
  return { ...input, form };
}

/** What has to be typed before an operation that destroys: the last thing its path names, or its own id. */
function targetOf(operation: Operation, id: string, values: Readonly<Record<string, unknown>>): string {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => `params.${match[1]}`);
  const last = names.at(-1);
  const value = last === undefined ? undefined : values[last];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : id;
}

/** Calls any operation of the interface: a form from its schemas, its tier's confirmation, the reply to read. */
function operationPlan(cockpit: Cockpit, { id, operation }: Listed): Plan {
  const fields = fieldsOf(operation).map((field) =>
    field.name === 'body.thisWillDeleteData'
      ? { ...field, initial: cockpit.context.deletePhrase }
      : withFile(field),
  );
  return {
    title: `${id}: ${operation.summary}`,
    target: id,
    targetOf: (values) => targetOf(operation, id, values),
    operation: id,
    tier: operation.tier,
    fields,
    input: (values) => withContent(fields, inputOf(operation, values)),
    preview: (values) => inputOf(operation, values),
    effect: operation.summary,
    undo: operation.tier === 'read' ? 'nothing is changed' : 'not known: see the interface',
    dangers: () => [],
    needs: [],
    refreshes: operation.tier === 'read' ? [] : ['status', 'tasks'],
    show: (value) =>
      pushOverlay(cockpit.view, {
        kind: 'json',
        title: id,
        value,
        toggled: new Set(),
        search: '',
        searching: false,
        cursor: 0,
      }),
    stillThere: () => true,
  };
}

/** Opens an operation's form; a stream is not for reading as a whole. */
export function openOperation(cockpit: Cockpit, listed: Listed): string | undefined {
  if (listed.operation.stream) return `${listed.id} is a stream: the log pane shows it.`;
  cockpit.propose(operationPlan(cockpit, listed));
  return undefined;
}
