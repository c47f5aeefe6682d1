import { expect, test } from 'vitest';
import { addSample, type HealingSample } from '../../../src/diagnosis/healing/samples.ts';
import { judgeScrubs, scrubText } from '../../../src/diagnosis/healing/scrubs.ts';
import { check, withChecks } from '../../store/answers/shapes.ts';

const MINUTE = 60_000;

const overdue = (shallow: number, deep: number) => ({
  ...withChecks('HEALTH_WARN', {
    ...(shallow > 0 && { PG_NOT_SCRUBBED: check('WARN', `${shallow} pgs not scrubbed in time`) }),
    ...(deep > 0 && {
      PG_NOT_DEEP_SCRUBBED: check('WARN', `${deep} pgs not deep-scrubbed in time`),
    }),
  }),
  placementGroups: [{ okay: 100, total: 100 }],
});

/** The result after so many minutes with a look every ten seconds. */
function watch(
  minutes: number,
  look: (minute: number) => ReturnType<typeof overdue>,
  { flags = [], hours }: { flags?: readonly string[]; hours?: readonly [number, number] } = {},
) {
  let history: readonly HealingSample[] = [];
  for (let now = 0; now <= minutes * MINUTE; now += 10_000)
    history = addSample(history, look(now / MINUTE), now);
  return judgeScrubs({
    status: look(minutes),
    flags: flags.map((name) => ({ name, currentState: true })),
    settings: (hours ?? []).map((value, index) => ({
      name: ['osd_scrub_begin_hour', 'osd_scrub_end_hour'][index]!,
      value: { type: 'INT', value },
    })),
    history,
  });
}

test('without overdue scrubs nothing is shown', () => {
  const debt = watch(5, () => overdue(0, 0));
  expect(debt.state).toBe('none');
  expect(scrubText(debt)).toBe('');
});

test('overdue scrubs that flags prevent are held by those flags', () => {
  const debt = watch(0, () => overdue(12, 3), { flags: ['noscrub', 'nodeep-scrub'] });
  expect(scrubText(debt)).toBe('held: noscrub, nodeep-scrub, 12 scrubs overdue, 3 deep scrubs overdue');
});

test('a flag without overdue scrubs of its kind holds nothing, and held scrubs have no pace', () => {
  expect(watch(0, () => overdue(0, 3), { flags: ['noscrub'] }).heldBy).toEqual([]);
  expect(watch(0, () => overdue(3, 0), { flags: ['nodeep-scrub'] }).heldBy).toEqual([]);
  const long = watch(20, () => overdue(12, 0), { flags: ['noscrub'] });
  expect(scrubText(long)).toBe('held: noscrub, 12 scrubs overdue');
  const partly = watch(20, () => overdue(12, 1), { flags: ['noscrub'] });
  expect(scrubText(partly)).toBe(
    'stalled, 12 scrubs overdue, 1 deep scrub overdue, held by noscrub, no progress for 20m',
  );
});

test('the flag against deep scrubs does not hold the other scrubs', () => {
  const debt = watch(5, (minute) => overdue(Math.round(60 - 6 * minute), 3), { flags: ['nodeep-scrub'] });
  expect(debt).toMatchObject({ state: 'catching-up', heldBy: ['nodeep-scrub'] });
});

test('overdue scrubs that are being caught up have a range of time that includes their pace', () => {
  const debt = watch(10, (minute) => overdue(Math.round(200 - 6 * minute), 0));
  expect(debt.state).toBe('catching-up');
  expect(debt.left?.from).toBeLessThanOrEqual((140 / 6) * 60 + 30);
  expect(debt.left?.to).toBeGreaterThanOrEqual((140 / 6) * 60 - 30);
  expect(scrubText(debt)).toMatch(/^catching up, .* to .* left, 140 scrubs overdue$/);
});

test('no time is given in the first minutes, or while the number of overdue scrubs grows', () => {
  const young = watch(2, (minute) => overdue(Math.round(200 - 6 * minute), 0));
  expect(young).toMatchObject({ state: 'measuring', left: undefined });
  const growing = watch(8, (minute) => overdue(Math.round(20 + minute), 0));
  expect(growing).toMatchObject({ state: 'falling-behind', left: undefined });
});

test('the newest count of overdue scrubs decides at once whether they are caught up', () => {
  const last = (count: number) => (minute: number) => overdue(minute < 5 ? 20 : count, 0);
  expect(watch(5, last(19)).state).toBe('catching-up');
  expect(watch(5, last(21)).state).toBe('falling-behind');
  expect(watch(5, last(20)).state).toBe('measuring');
});

test('overdue scrubs without progress for ten minutes are stalled, or waiting if scrubs are limited to certain hours', () => {
  expect(watch(12, () => overdue(0, 5))).toMatchObject({ state: 'stalled' });
  const waiting = watch(12, () => overdue(0, 5), { hours: [1, 5] });
  expect(scrubText(waiting)).toBe(
    'waiting: scrubs start only from 1:00 to 5:00, 5 deep scrubs overdue, no progress for 12m',
  );
});

test.each<[minutes: number, look: (minute: number) => number, state: string]>([
  [3 - 1 / 6, (minute) => 200 - 6 * minute, 'measuring'],
  [3, (minute) => 200 - 6 * minute, 'catching-up'],
  [3 - 1 / 6, (minute) => 200 + 6 * minute, 'measuring'],
  [3, (minute) => 200 + 6 * minute, 'falling-behind'],
  [10 - 1 / 6, () => 200, 'measuring'],
  [10, () => 200, 'stalled'],
])('after %d minutes the pace of overdue scrubs is judged', (minutes, look, state) => {
  const debt = watch(minutes, (minute) => overdue(Math.round(look(minute)), 0));
  expect(debt.state).toBe(state);
  expect(scrubText(debt).endsWith(', no progress for 10m')).toBe(state === 'stalled');
});

test.each([
  [[0, 24], undefined],
  [[6, 6], undefined],
  [[22, 6], 'scrubs start only from 22:00 to 6:00'],
  [[0, 6], 'scrubs start only from 0:00 to 6:00'],
] as const)('the hours %j restrict scrubs: %s', (hours, text) => {
  expect(watch(0, () => overdue(1, 0), { hours }).hours).toBe(text);
});

test('the time left of overdue scrubs is given in steps of ten seconds', () => {
  const debt = { ...watch(0, () => overdue(1, 2)), state: 'catching-up' as const };
  expect(scrubText({ ...debt, left: { from: 44, to: 127 } })).toBe(
    'catching up, 40s to 2m left, 1 scrub overdue, 2 deep scrubs overdue',
  );
  expect(scrubText({ ...debt, left: undefined })).toBe(
    'catching up, end not known, 1 scrub overdue, 2 deep scrubs overdue',
  );
  expect(scrubText({ ...debt, state: 'falling-behind', heldBy: ['noscrub'] })).toContain(', held by noscrub');
});
