import type { Input } from '../../../api/contract/index.ts';
import type { RawInput } from '../../../api/transport.ts';
import { mapHandlers, type Served } from '../../engine.ts';
import type { Hooks } from './hooks.ts';

/** The operations that change settings, with the name of the setting. */
const SETTINGS: {
  readonly [Id in 'changeSetting' | 'resetSetting' | 'setRecoverySpeed']: (input: Input<Id>) => string;
} = {
  changeSetting: ({ body }) => body.name,
  resetSetting: ({ body }) => body.name,
  setRecoverySpeed: () => 'recovery speed',
};
/** The operations that change the CRUSH map without approval, with a description of the change. */
const CRUSH: {
  readonly [Id in 'createSimpleCrushRule' | 'createSsdPrimaryCrushRule' | 'deleteCrushRule']: (
    input: Input<Id>,
  ) => string;
} = {
  createSimpleCrushRule: ({ body }) => `create the rule ${body.name}`,
  createSsdPrimaryCrushRule: ({ body }) => `create the rule ${body.name}`,
  deleteCrushRule: ({ params }) => `delete the rule ${params.name}`,
};

type HookedOperation = keyof typeof SETTINGS | keyof typeof CRUSH;

const wrapped = <Id extends HookedOperation>(
  handlers: Served<NoInfer<Id>>,
  described: { readonly [Key in Id]: (input: Input<Key>) => string },
  around: (what: string, run: () => Promise<unknown>) => Promise<unknown>,
): Served<Id> =>
  mapHandlers<Id>(
    handlers,
    (handler, id) => {
      const describe = described[id] as (input: RawInput) => string;
      return (input, context) => around(describe(input), async () => handler(input, context));
    },
    Object.keys(described) as Id[],
  );

/** Wraps the handlers of operations that change settings or the CRUSH map, so that they run the hooks of these events. */
export const withHooks = <Own extends Served<HookedOperation>>(handlers: Own, hooks: Hooks): Own => ({
  ...handlers,
  ...wrapped(handlers, SETTINGS, async (setting, run) => {
    const result = await run();
    void hooks.fire('PostConfigChanged', { SETTING: setting });
    return result;
  }),
  ...wrapped(handlers, CRUSH, (change, run) => hooks.aroundCrushChange(change, run)),
});
