import { describe, expect, test } from 'vitest';
import { refusal, storageBench } from '../storage.ts';

function bench() {
  const { engine, api } = storageBench({ scale: 60 });
  return { api, model: engine.cluster.model };
}

describe('a simple rule', () => {
  test('a simple rule can be used by a new pool', async () => {
    const { api, model } = bench();
    const body = { name: 'fast', startBucket: 'rack2', independent: 'HOST', deviceClass: 'nvme' };
    await api.createSimpleCrushRule({ body });
    const rule = (await api.listCrushRules()).find(({ name }) => name === 'fast')!;
    expect(rule).toMatchObject({
      type: 'REPLICATED',
      steps: [
        { op: 'TAKE', crushMapTextFormat: 'step take rack2 class nvme' },
        { op: 'CHOOSELEAF', crushMapTextFormat: 'step chooseleaf firstn 0 type host' },
        { op: 'EMIT', crushMapTextFormat: 'step emit' },
      ],
    });
    await api.createPool({ body: { name: 'fresh', crushRule: rule.id! } });
    const holders = Array.from(new Set(model.pools.at(-1)!.home), (id) => model.osds[id]!);
    expect(holders.length).toBeGreaterThan(2);
    expect(holders.every((osd) => osd.deviceClass === 'nvme' && osd.host.rack.name === 'rack2')).toBe(true);
  });

  test('a simple rule for erasure coding works only for pools of that kind', async () => {
    const { api } = bench();
    const body = { name: 'ec', startBucket: 'default', independent: 'osd', erasureCoding: true };
    await api.createSimpleCrushRule({ body });
    const { id: crushRule } = (await api.listCrushRules()).find(({ name }) => name === 'ec')!;
    expect((await refusal(api.createPool({ body: { name: 'x', crushRule: crushRule! } }))).status).toBe(400);
  });

  test.each([
    [{ name: 'replicated_rule' }, 409, 'a CRUSH rule named'],
    [{ name: 'a b' }, 400, 'cannot be named'],
    [{ startBucket: 'nowhere' }, 400, 'no bucket "nowhere" to start from'],
    [{ independent: 'shelf' }, 400, 'no bucket type "shelf"'],
    [{ deviceClass: 'tape' }, 400, 'no OSD below default has the device class "tape"'],
  ])('a simple rule is refused as %o', async (body, status, words) => {
    const { api } = bench();
    const rule = { name: 'fresh', startBucket: 'default', independent: 'host', ...body };
    expect(await refusal(api.createSimpleCrushRule({ body: rule }))).toMatchObject({
      status,
      message: expect.stringContaining(words),
    });
  });
});

test('a rule with the first copies on SSD places exactly those there', async () => {
  const { api, model } = bench();
  const body = {
    name: 'hybrid',
    ssdStartBucket: 'default',
    ssdIndependent: 'rack',
    ssdDeviceClass: 'ssd',
    hddStartBucket: 'default',
    hddIndependent: 'host',
    hddDeviceClass: 'hdd',
    ssdCopies: 1,
  };
  await api.createSsdPrimaryCrushRule({ body });
  const rule = (await api.listCrushRules()).find(({ name }) => name === 'hybrid')!;
  expect(rule.steps!.map(({ crushMapTextFormat }) => crushMapTextFormat)).toEqual([
    'step take default class ssd',
    'step chooseleaf firstn 1 type rack',
    'step emit',
    'step take default class hdd',
    'step chooseleaf firstn -1 type host',
    'step emit',
  ]);
  await api.createPool({ body: { name: 'fresh', crushRule: rule.id! } });
  const { home, size, pgNum } = model.pools.at(-1)!;
  for (let number = 0; number < pgNum; number++) {
    const classes = Array.from(
      home.subarray(number * size, (number + 1) * size),
      (id) => model.osds[id]!.deviceClass,
    );
    expect(classes).toEqual(['ssd', 'hdd', 'hdd']);
  }
});

test('a rule is deleted unless a pool uses it', async () => {
  const { api } = bench();
  await api.deleteCrushRule({ params: { name: 'erasure_nvme' } });
  expect((await api.listCrushRules()).map(({ name }) => name)).not.toContain('erasure_nvme');
  expect((await refusal(api.deleteCrushRule({ params: { name: 'erasure_nvme' } }))).status).toBe(404);
  expect(await refusal(api.deleteCrushRule({ params: { name: 'replicated_hdd_rack' } }))).toEqual({
    status: 409,
    message:
      'the CRUSH rule replicated_hdd_rack is in use by pools (volumes): assign them another rule first',
  });
});

test.each([
  [
    'REPLICATED',
    'host',
    { min: 1, max: 10 },
    ['step take default', 'step chooseleaf firstn 0 type host', 'step emit'],
  ],
  [
    'REPLICATED',
    'osd',
    { min: 1, max: 10 },
    ['step take default', 'step choose firstn 0 type osd', 'step emit'],
  ],
  [
    'ERASURE',
    'host',
    { min: 3, max: 20 },
    ['step set_chooseleaf_tries 5', 'step take default', 'step chooseleaf indep 0 type host', 'step emit'],
  ],
])(
  'a rule of the kind %s over each %s is shown as in the text form of a CRUSH map',
  async (type, independent, sizes, steps) => {
    const { api } = bench();
    const body = { name: 'fresh', startBucket: 'default', independent, erasureCoding: type === 'ERASURE' };
    await api.createSimpleCrushRule({ body });
    const rule = (await api.listCrushRules()).find(({ name }) => name === 'fresh')!;
    expect(rule).toMatchObject({ type, minSize: sizes.min, maxSize: sizes.max });
    expect(rule.steps!.map(({ crushMapTextFormat }) => crushMapTextFormat)).toEqual(steps);
    expect(rule.steps!.map(({ op }) => op)).toEqual(
      steps.map((step) => {
        if (step.includes('tries')) return 'TUNING';
        if (step.includes('choose'))
          return `CHOOSE${step.includes('leaf') ? 'LEAF' : ''}${type === 'ERASURE' ? '_INDEP' : ''}`;
        return step.includes('take') ? 'TAKE' : 'EMIT';
      }),
    );
  },
);
