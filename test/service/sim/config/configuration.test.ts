import { expect, test } from 'vitest';
import { Configuration } from '../../../../src/service/sim/config/configuration.ts';
import { memoryPersistence } from '../../../../src/service/sim/persistence/persistence.ts';
import { simulate } from '../support.ts';

function bench(persistence = memoryPersistence()) {
  const { model } = simulate({ scale: 6 }).cluster;
  model.options.clear();
  const configuration = new Configuration(model, persistence);
  const set = (name: string, value: number | boolean) => configuration.change(name, { value });
  const saved = () => Object.fromEntries(persistence.load('config'));
  return { model, configuration, set, persistence, saved, options: () => Object.fromEntries(model.options) };
}

test('restoring a backup of the settings reverts changed, added and reset ones, in effect and on disk', () => {
  const { configuration, model, set, saved, options } = bench();
  set('mon_osd_down_out_interval', 300);
  set('osd_max_backfills', 4);
  const [taken, before] = [configuration.changedValues(), options()];
  set('mon_osd_down_out_interval', 30);
  set('osd_max_scrubs', 3);
  configuration.reset('osd_max_backfills');
  expect(model.settings.downOutInterval).toBe(30);
  expect(configuration.restore(taken)).toBe(3);
  expect(options()).toEqual(before);
  expect(model.settings.downOutInterval).toBe(300);
  expect(saved()).toEqual({ mon_osd_down_out_interval: 300, osd_max_backfills: 4, osd_max_scrubs: null });
  expect(configuration.restore(taken)).toBe(0);
});

test('restoring a backup without settings restores the initial settings', () => {
  const { configuration, set, options } = bench();
  const before = options();
  set('osd_max_backfills', 4);
  configuration.reset('mon_allow_pool_delete');
  expect(configuration.restore(undefined)).toBe(2);
  expect(options()).toEqual(before);
});

test('changed and reset settings survive a restart, except fixed or unknown ones', () => {
  const first = bench();
  first.set('osd_max_backfills', 4);
  first.set('mon_osd_down_out_interval', 30);
  first.configuration.reset('mon_allow_pool_delete');
  first.persistence.save('config', 'fsid', 'another');
  first.persistence.save('config', 'no_such_setting', 1);
  const again = bench(first.persistence);
  expect(again.options()).toEqual(first.options());
  expect(again.options()).not.toHaveProperty('mon_allow_pool_delete');
  expect(again.model.settings.downOutInterval).toBe(30);
});
