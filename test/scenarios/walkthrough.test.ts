import { expect, test } from 'vitest';
import { type Job, jobs, keysAtFirst, keysOf } from '../walkthrough/jobs.ts';
import { waitForGuard, openDemo, type Session } from './steps.ts';

/** Silence after which a key press is assumed to be drawn, in milliseconds. */
const FRAME_MS = 60;

/** Performs the steps as a user does: looks first, then presses keys. */
async function walk(deck: Session, { steps }: Job): Promise<void> {
  for (const step of steps) {
    if ('see' in step) {
      await deck.see(step.see);
      await waitForGuard();
    } else if ('type' in step) {
      deck.type(step.type);
      // A confirmation has the word above its input, too. Enter that arrives together with it confirms nothing.
      await deck.see((text) => text.includes(text.includes('Type ') ? `> ${step.type}` : step.type));
    } else {
      for (const key of step.press) {
        deck.press(key);
        await deck.screen.quiet(FRAME_MS);
      }
    }
  }
}

test.each(jobs)('the keys of the walkthrough lead to the goal: $wish', async (job) => {
  await using deck = await openDemo(job.demo, { cols: 80, rows: 24 });
  await walk(deck, job);
});

test('no job takes more than twenty keys, and no question more than six', () => {
  const asked = jobs.filter(({ wish }) => wish.endsWith('?'));
  expect(Math.max(...jobs.map(keysOf))).toBeLessThanOrEqual(20);
  expect(Math.max(...asked.map(keysOf))).toBeLessThanOrEqual(6);
});

test('no job takes more keys than it first did, and at least half of them take fewer', () => {
  expect(jobs.filter((job) => keysOf(job) > keysAtFirst(job))).toEqual([]);
  expect(jobs.filter((job) => keysOf(job) < keysAtFirst(job)).length).toBeGreaterThanOrEqual(5);
});
