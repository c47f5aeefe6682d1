import { expect, test } from 'vitest';
import type { Hooks } from '../../../../src/service/ceph/hooks/hooks.ts';
import { withHooks } from '../../../../src/service/ceph/hooks/withHooks.ts';
import { Refusal, type Served } from '../../../../src/service/engine.ts';
import { refusal } from '../../../support/refusal.ts';
import { caller } from '../handlers/support.ts';

/** Handlers that record the order of operations and events. */
function observing(handlers: (happened: string[]) => Partial<Served>) {
  const happened: string[] = [];
  const hooks = {
    fire: async (event: string, details: object) => void happened.push(`${event} ${JSON.stringify(details)}`),
    aroundCrushChange: async <T>(change: string, apply: () => Promise<T>) => {
      happened.push(`before: ${change}`);
      const result = await apply();
      happened.push(`after: ${change}`);
      return result;
    },
  } as unknown as Hooks;
  // Only the operations that a test calls exist.
  return { happened, call: caller(withHooks(handlers(happened) as Served, hooks)) };
}

test('the hook of a setting runs after the change', async () => {
  const { happened, call } = observing((notes) => ({
    changeSetting: async () => void notes.push('changed'),
  }));
  await call('changeSetting', { body: { name: 'osd_max_scrubs', value: { value: 1 } } });
  expect(happened).toEqual(['changed', 'PostConfigChanged {"SETTING":"osd_max_scrubs"}']);
});

test('a refused change runs no hook', async () => {
  const { happened, call } = observing(() => ({
    setRecoverySpeed: () => Promise.reject(new Refusal(503, 'no connection')),
  }));
  await expect(call('setRecoverySpeed', { body: { speed: 3 } })).rejects.toMatchObject(refusal(503));
  expect(happened).toEqual([]);
});

test('hooks run before and after a change of the CRUSH map, and its answer is passed on', async () => {
  const { happened, call } = observing((notes) => ({
    deleteCrushRule: async () => void notes.push('deleted'),
    listCrushRules: async () => [{ name: 'other' }],
  }));
  await call('deleteCrushRule', { params: { name: 'fast' } });
  expect(happened).toEqual(['before: delete the rule fast', 'deleted', 'after: delete the rule fast']);
  expect(await call('listCrushRules', {})).toEqual([{ name: 'other' }]);
});

test('each change of a setting or of the CRUSH rules is described to its hooks', async () => {
  const { happened, call } = observing(() => ({
    resetSetting: async () => undefined,
    setRecoverySpeed: async () => undefined,
    createSimpleCrushRule: async () => undefined,
    createSsdPrimaryCrushRule: async () => undefined,
  }));
  await call('resetSetting', { body: { name: 'osd:debug_osd' } });
  await call('setRecoverySpeed', { body: { speed: 3 } });
  const rule = { name: 'r', startBucket: 'default', independent: 'host' };
  await call('createSimpleCrushRule', { body: rule });
  await call('createSsdPrimaryCrushRule', { body: { name: 's' } as never });
  expect(happened).toEqual([
    'PostConfigChanged {"SETTING":"osd:debug_osd"}',
    'PostConfigChanged {"SETTING":"recovery speed"}',
    'before: create the rule r',
    'after: create the rule r',
    'before: create the rule s',
    'after: create the rule s',
  ]);
});
