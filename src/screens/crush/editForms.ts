import type { ChangeRequest } from '../../api/contract/crush.ts';
import { withPoint } from '../../lib/decimal.ts';
import type { Plan } from '../../store/action/plan.ts';
import type { TreeNode } from '../../store/answers/tree.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { pushOverlay, showDescription } from '../../store/session/view.ts';
import { callPlan } from '../action/call.ts';
import { checkInput } from '../action/checkInput.ts';
import { ownForm, type TypedForm } from '../action/typedForm.ts';
import { filledIn, oneOf } from '../fields/fields.ts';
import { readCephName } from '../fields/readers.ts';
import { checkCrushChange } from './checks.ts';
import { BUCKET_TYPES, newBucketId, requestOf } from './draft.ts';
import { changeState, edited, screenNow, takeSteps } from './editState.ts';

const NOT_SENT_YET = 'Noted with the other changes. Nothing is sent until you request them (r).';

/** The plan of a dialog that only adds a step to the change, without a request. */
const stepPlan = <Values>(
  title: string,
  target: string,
  { fields, valuesOf }: TypedForm<Values>,
  keep: (values: Values) => string | undefined,
): Plan => ({
  title,
  target,
  tier: 'read',
  fields,
  execution: { kind: 'local', keep: (values) => keep(valuesOf(values)) },
  effect: NOT_SENT_YET,
  undo: 'u undoes the last change',
  checks: () => [],
  needs: [],
  refreshes: [],
});

/** Adds a bucket; by default below the node under the cursor. */
export function addPlan(cockpit: Known & Shown, under: TreeNode | undefined): Plan {
  const types = BUCKET_TYPES.map((type) => type.toLowerCase());
  const { tree } = edited(cockpit, screenNow(cockpit));
  const above = [...tree.byId.values()].filter(({ type }) => type !== 'OSD');
  const form = ownForm(cockpit, {
    name: { hint: 'letters, digits, _ . -', read: readCephName },
    type: {
      hint: 'its bucket type',
      choices: oneOf(types),
      read: (text: string) =>
        types.includes(text.toLowerCase())
          ? { value: text.toUpperCase() }
          : { problem: `Type one of ${types.join(', ')}.` },
    },
    below: {
      hint: 'its parent bucket; empty for a new root',
      choices: () => ({ all: above.map(({ name, type }) => ({ text: name, hint: type.toLowerCase() })) }),
      required: false,
      initial: under?.name ?? '',
      read: (text: string) => {
        const bucket = above.find(({ name }) => name === text);
        if (text === '') return { value: undefined };
        return bucket ? { value: bucket.id } : { problem: `There is no bucket ${text}.` };
      },
    },
  });
  return stepPlan('Add a bucket', 'the map', form, ({ name, type, below }) => {
    const id = newBucketId(edited(cockpit, screenNow(cockpit)).draft.map);
    return takeSteps(cockpit, [{ kind: 'add', id, name, type, under: below }]);
  });
}

/** Adds the renaming of a node to the change. */
export const renamePlan = (cockpit: Known & Shown, { id, name }: TreeNode): Plan =>
  stepPlan(
    `Rename ${name}`,
    name,
    ownForm(cockpit, { name: { label: 'new name', initial: name, read: readCephName } }),
    (values) => takeSteps(cockpit, [{ kind: 'rename', id, name: values.name }]),
  );

/** Adds another reweight, 0 to 1, to the change. */
export const reweightPlan = (cockpit: Known & Shown, { id, name, reweight = 1 }: TreeNode): Plan =>
  stepPlan(
    `Reweight ${name}`,
    name,
    ownForm(cockpit, {
      reweight: {
        hint: '0 (out, no data) to 1 (its full share)',
        initial: String(reweight),
        read: (text: string) => {
          const value = Number(withPoint(text));
          return text !== '' && value >= 0 && value <= 1
            ? { value }
            : { problem: 'Type a number from 0 to 1.' };
        },
      },
    }),
    (values) => takeSteps(cockpit, [{ kind: 'reweight', id, reweight: values.reweight }]),
  );

/** Adds another device class to the change. */
export const classPlan = (cockpit: Known & Shown, { id, name, deviceClass }: TreeNode): Plan =>
  stepPlan(
    `Change the device class of ${name}`,
    name,
    ownForm(cockpit, {
      class: {
        hint: 'an existing class, or a new word',
        initial: deviceClass,
        read: filledIn((value) => ({ value })),
        names: 'deviceClass',
      },
    }),
    (values) => takeSteps(cockpit, [{ kind: 'class', id, deviceClass: values.class }]),
  );

/** The most changes that the dialog names. */
const MAX_NAMED = 6;
/** The most command lines that it shows. */
const MAX_COMMANDS = 3;

const joinFirst = (lines: readonly string[], most: number): string =>
  lines.slice(0, most).join('; ') + (lines.length > most ? `; and ${lines.length - most} more` : '');

/** Shows the created change request, and how to decide about it. */
function showRequest(cockpit: Shown, request: ChangeRequest): void {
  changeState(cockpit, () => ({ steps: [], marked: new Set() }));
  showDescription(cockpit.view, () => ({
    title: `Change request ${request.id ?? ''}`,
    facts: [
      ['state', request.state ?? '--'],
      ['changes', request.description ?? '--'],
      ['requested by', request.createdBy?.name ?? '--'],
    ],
    text: [
      'Nothing has moved yet. The operator of the management node decides on the request:',
      '',
      `  storedeck changes approve ${request.id ?? 'ID'}`,
      `  storedeck changes reject ${request.id ?? 'ID'}`,
    ],
  }));
}

/** Requests the edited map. */
export function requestPlan(cockpit: Known & Shown): Plan {
  const { before, draft, changes } = edited(cockpit, screenNow(cockpit));
  const words = changes.map((change) => change.words);
  const body = requestOf(draft.map);
  const plan = callPlan(cockpit, {
    operation: 'changeCrushMap',
    title: `Request ${changes.length} change${changes.length === 1 ? '' : 's'} to the CRUSH map`,
    target: 'CRUSH map',
    input: { body },
    ask: [],
    effect: `${joinFirst(words, MAX_NAMED)}. Nothing moves before the request is approved on the management node.`,
    undo: 'reject the request on the management node; once approved, request the old map',
    cli: () =>
      joinFirst(
        changes.map((change) => change.cli),
        MAX_COMMANDS,
      ),
    checks: () => checkCrushChange(before, draft.map, changes, checkInput(cockpit)),
    needs: [resources.status, resources.pools, resources.rules, resources.crush],
    refreshes: [resources.crush, resources.status, resources.tasks],
    show: (reply) => showRequest(cockpit, reply),
  });
  // The preview omits the whole map, which would fill the screen with nodes that have not changed.
  const shown = { nodes: `all ${body.nodes.length}`, stray: `all ${body.stray.length}` };
  return { ...plan, execution: { ...plan.execution, preview: () => ({ body: shown }) } };
}

/** Asks whether to drop changes that were not requested yet. */
export function askToLeave(cockpit: Shown, count: number, leave: () => void): void {
  const changes = `${count} change${count === 1 ? '' : 's'}`;
  pushOverlay(cockpit.view, {
    kind: 'menu',
    asks: true,
    title: `${changes} not requested yet`,
    cursor: 0,
    items: () => [
      { label: 'Stay here', run: () => undefined },
      { label: `Discard the ${changes} and leave`, run: leave },
    ],
  });
}
