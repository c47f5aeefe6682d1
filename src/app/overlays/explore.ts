import { contract, type OperationId, sections } from '../../api/contract/index.ts';
import type { Operation } from '../../api/operation.ts';
import { searchWords } from '../../lib/fuzzy.ts';
import { withContent, withFile } from '../../screens/action/call.ts';
import { withChoices } from '../../screens/choices/index.ts';
import { fieldsOf, inputOf } from '../../screens/fields/fields.ts';
import type { Plan } from '../../store/action/plan.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { showJson } from '../../store/session/view.ts';

/** An operation in the explorer's list. */
export interface ListedOperation {
  readonly id: OperationId;
  readonly section: string;
  readonly operation: Operation;
}

const all: readonly ListedOperation[] = Object.entries(sections).flatMap(([section, operations]) =>
  Object.keys(operations).map((id) => ({
    id: id as OperationId,
    section,
    operation: contract[id as OperationId] as Operation,
  })),
);

/** The operations whose id, method, path, section and summary together contain every word of the search. */
export function findOperations(search: string): readonly ListedOperation[] {
  const words = searchWords(search);
  if (words.length === 0) return all;
  return all.filter(({ id, section, operation }) => {
    const text = `${section} ${id} ${operation.method} ${operation.path} ${operation.summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The word to type to confirm a destructive operation: the value of its last path parameter, or its own id. */
function targetOf(operation: Operation, id: string, values: Readonly<Record<string, unknown>>): string {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => `params.${match[1]}`);
  const last = names.at(-1);
  const value = last === undefined ? undefined : values[last];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : id;
}

/** The plan that calls an operation: a form from its schemas, the confirmation of its tier, the reply as JSON. */
function operationPlan(cockpit: Known & Shown, { id, operation }: ListedOperation): Plan {
  const fields = fieldsOf(operation).map((field) =>
    field.name === 'body.thisWillDeleteData'
      ? { ...field, initial: cockpit.context.deletePhrase }
      : withChoices(cockpit, withFile(cockpit, field)),
  );
  return {
    title: `${id}: ${operation.summary}`,
    target: id,
    targetOf: (values) => targetOf(operation, id, values),
    execution: {
      kind: 'call',
      operation: id,
      input: (values) => withContent(cockpit, operation, inputOf(operation, values)),
      preview: (values) => inputOf(operation, values),
    },
    tier: operation.tier,
    fields,
    effect: operation.summary,
    undo: operation.tier === 'read' ? 'nothing is changed' : 'not known: see the interface',
    checks: () => [],
    needs: [],
    refreshes: operation.tier === 'read' ? [] : [resources.status, resources.tasks],
    show: (value) => showJson(cockpit.view, { title: id, value }),
  };
}

/** Opens an operation's form; returns the reason if it cannot be called, as for streams. */
export function openOperation(cockpit: Cockpit, listed: ListedOperation): string | undefined {
  if (listed.operation.stream) return `${listed.id} is a stream: the log pane shows it.`;
  cockpit.propose(operationPlan(cockpit, listed));
  return undefined;
}
