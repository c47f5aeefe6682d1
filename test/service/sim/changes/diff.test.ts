import { expect, test } from 'vitest';
import {
  crushChanges,
  describeChanges,
  isOsdChange,
  type SimCrushChange,
} from '../../../../src/service/sim/changes/diff.ts';
import { reweightOf, type CrushPlan } from '../../../../src/service/sim/changes/plan.ts';
import { plansOf } from '../../../../src/service/sim/crush/tree.ts';
import type { Model } from '../../../../src/service/sim/model/model.ts';
import { calmModel } from '../support.ts';

/** The plan that changes nothing. */
const unchanged = ({ crush, osds }: Model): CrushPlan => ({
  buckets: plansOf(crush),
  osds: osds.map((osd) => ({ osd, reweight: reweightOf(osd), deviceClass: osd.deviceClass })),
});

const bucketOf = ({ buckets }: CrushPlan, name: string) => buckets.find((bucket) => bucket.name === name)!;

test('a plan that equals the present map changes nothing', () => {
  const model = calmModel(60);
  expect(crushChanges(model, unchanged(model))).toEqual([]);
  expect(describeChanges([])).toBe('');
});

test('buckets that a plan adds, removes, renames or moves are listed with where they were and will be', () => {
  const model = calmModel(60);
  const plan = unchanged(model);
  const [rack1, rack2, host] = ['rack1', 'rack2', 'stor-01'].map((name) => bucketOf(plan, name));
  const [first = 0, ...others] = host!.children;
  const added = { ...rack1!, id: -999, name: 'rack9', children: [host!.id] };
  const buckets = [
    ...plan.buckets
      .filter(({ id }) => id !== rack2!.id)
      .map((bucket) =>
        bucket === rack1
          ? { ...bucket, name: 'row1', children: bucket.children.filter((id) => id !== host!.id) }
          : bucket === host
            ? { ...bucket, children: others }
            : bucket,
      ),
    added,
  ];
  const changes = crushChanges(model, { ...plan, buckets });
  expect(changes).toEqual(
    expect.arrayContaining<SimCrushChange>([
      { type: 'rename', node: 'rack1', to: 'row1' },
      { type: 'remove', node: 'rack2' },
      { type: 'add', node: 'rack9', to: 'outside the hierarchy' },
      { type: 'move', node: 'stor-01', from: 'rack1', to: 'rack9' },
      { type: 'move', node: `osd.${first}`, from: 'stor-01', to: 'outside the hierarchy' },
    ]),
  );
  expect(changes.filter(({ type }) => type === 'remove')).toHaveLength(1);
});

test('the reweight and the device class of an OSD are listed with the present and the new value', () => {
  const model = calmModel(60);
  model.osds[2]!.in = false;
  const plan = unchanged(model);
  const osds = plan.osds.map((osd, index) =>
    index === 1
      ? { ...osd, reweight: 0.5 }
      : index === 2
        ? { ...osd, reweight: 1, deviceClass: 'nvme' as const }
        : osd,
  );
  const changes = crushChanges(model, { ...plan, osds });
  expect(changes).toEqual([
    { type: 'reweight', node: 'osd.1', from: 1, to: 0.5 },
    { type: 'reweight', node: 'osd.2', from: 0, to: 1 },
    { type: 'device-class', node: 'osd.2', from: model.osds[2]!.deviceClass, to: 'nvme' },
  ]);
  expect(osds.slice(0, 4).map(isOsdChange)).toEqual([false, true, true, false]);
  expect(describeChanges(changes)).toBe('reweight osd.1 to 0.5 and 2 more');
  expect(describeChanges([{ type: 'remove', node: 'rack2' }])).toBe('remove rack2');
});
