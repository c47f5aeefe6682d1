import { contract, type OperationId } from '../../api/contract/index.ts';
import type { Operation } from '../../api/operation.ts';
import type { Action } from '../../store/action/action.ts';
import type { Plan } from '../../store/action/plan.ts';
import type { PreflightCheck } from '../../store/answers/preflight.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import type { Scope } from '../../store/session/viewState.ts';
import { type Call, type CallOf, callPlan } from '../action/call.ts';
import type { FormValues } from '../action/formValues.ts';
import { prefilled } from '../action/inverse.ts';
import { NO_ROW } from './underCursor.ts';

/** An action of a list screen. */
export interface ListAction<Row> {
  readonly operation: OperationId;
  /** @param now returns the current state of the row, for checks that are repeated; undefined once it is gone from the list */
  readonly make: (
    cockpit: Cockpit,
    scope: Scope,
    row: Row | undefined,
    now?: () => Row | undefined,
  ) => Action;
}

interface ActionWords {
  readonly id: string;
  readonly keys: readonly string[];
  readonly label: string;
  readonly help: string;
}

const tierOf = (operation: OperationId) => (contract[operation] as Operation).tier;

interface RowWords<Row> extends ActionWords {
  readonly refused?: ((row: Row) => string | undefined) | undefined;
}

/** An action on the row under the cursor, with a plan of its own. */
export const rowPlanAction = <Row>(
  operation: OperationId,
  { refused, ...words }: RowWords<Row>,
  plan: (row: Row, scope: Scope, cockpit: Cockpit, now?: () => Row | undefined) => Plan,
): ListAction<Row> => ({
  operation,
  make(cockpit, scope, row, now) {
    const facts = { ...words, tier: tierOf(operation) };
    return row === undefined
      ? { ...facts, refused: NO_ROW }
      : { ...facts, refused: refused?.(row), plan: () => plan(row, scope, cockpit, now) };
  },
});

interface RowCallWords<Row, Id extends OperationId> extends RowWords<Row> {
  /**
   * The row after the change, if the same action on that row restores the old state with the form's original texts;
   * undefined if the change cannot be undone this way.
   */
  readonly restores?: (row: Row, values: FormValues<Id>) => Row | undefined;
}

type RowCall<Row, Id extends OperationId> = (row: Row, scope: Scope, cockpit: Cockpit) => CallOf<Id>;

/** The row after a form was sent whose body fields have the names of the row's fields. */
export const afterForm = <Row extends object>(row: Row, values: Readonly<Record<string, unknown>>): Row => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith('body.') && value !== undefined ? [[name.slice('body.'.length), value]] : [],
    ),
  ),
});

const GONE: PreflightCheck = { level: 'warn', text: 'it is no longer in the list' };

/** A call whose checks, inverse and fresh fields are renewed whenever the row has changed. */
function withFreshRow<Row, Id extends OperationId>(
  row: Row,
  now: () => Row | undefined,
  callOf: (row: Row) => CallOf<Id>,
): CallOf<Id> {
  const first = callOf(row);
  let made = { row, call: first };
  const renewed = () => {
    const latest = now() ?? made.row;
    return latest === made.row ? made : { row: latest, call: callOf(latest) };
  };
  const { checks, inverse, freshFields } = first;
  return {
    ...first,
    checksCurrentRow: true,
    ...(checks && {
      checks: (values) => {
        made = renewed();
        return [...(now() === undefined ? [GONE] : []), ...(made.call.checks?.(values) ?? [])];
      },
    }),
    ...(inverse && { inverse: (values, before) => made.call.inverse?.(values, before) }),
    ...(freshFields && { freshFields: () => made.call.freshFields?.() ?? {} }),
  };
}

/** An action on the row under the cursor that calls an operation. */
export function rowAction<Row, Id extends OperationId>(
  operation: Id,
  { restores, ...words }: RowCallWords<Row, Id>,
  call: RowCall<Row, NoInfer<Id>>,
): ListAction<Row> {
  const planOf = (cockpit: Cockpit, scope: Scope, row: Row, now?: () => Row | undefined): Plan => {
    const callOf = (of: Row) => call(of, scope, cockpit);
    const inverse: Call<Id>['inverse'] = (values, before) => {
      const made = callPlan(cockpit, { ...callOf(row), operation });
      const after = restores?.(row, values);
      // Without a form, the row alone determines the inverse.
      const texts = made.fields.length === 0 ? {} : before;
      return after && texts && (() => prefilled(planOf(cockpit, scope, after), texts));
    };
    return callPlan(cockpit, {
      ...(restores && { inverse }),
      ...(now ? withFreshRow(row, now, callOf) : callOf(row)),
      operation,
    });
  };
  return rowPlanAction(operation, words, (row, scope, cockpit, now) => planOf(cockpit, scope, row, now));
}

interface ScreenWords extends ActionWords {
  readonly refused?: (scope: Scope, cockpit: Known & Shown) => string | undefined;
}

/** An action on what the screen is about. */
export const screenAction = <Id extends OperationId>(
  operation: Id,
  { refused, ...words }: ScreenWords,
  call: (scope: Scope, cockpit: Cockpit) => CallOf<NoInfer<Id>>,
): ListAction<object> => ({
  operation,
  make: (cockpit, scope) => ({
    ...words,
    tier: tierOf(operation),
    refused: refused?.(scope, cockpit),
    plan: () => callPlan(cockpit, { ...call(scope, cockpit), checksCurrentRow: true, operation }),
  }),
});

/** Applies actions to another object that a row stands for; the actions are disabled for rows without one. */
export const actionsOn = <Row, Other>(
  actions: readonly ListAction<Other>[],
  otherOf: (row: Row, cockpit: Known) => Other | undefined,
): readonly ListAction<Row>[] =>
  actions.map(({ operation, make }) => ({
    operation,
    make(cockpit, scope, row, now) {
      const of = (some: Row | undefined) => (some === undefined ? undefined : otherOf(some, cockpit));
      return make(cockpit, scope, of(row), now && (() => of(now())));
    },
  }));
