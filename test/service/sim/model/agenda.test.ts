import { expect, test } from 'vitest';
import { Agenda } from '../../../../src/service/sim/model/agenda.ts';

/** An agenda whose seconds pass one by one, with a record of what ran in which second. */
function running() {
  let tick = 0;
  const ran: string[] = [];
  const agenda = new Agenda(() => tick);
  const plan = (seconds: number, name: string) => agenda.after(seconds, () => ran.push(`${tick} ${name}`));
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      tick++;
      agenda.run();
    }
    return ran.splice(0);
  };
  return { agenda, plan, pass };
}

test('a planned action runs once, in its second', () => {
  const { plan, pass } = running();
  plan(3, 'late');
  plan(1, 'soon');
  expect(pass(5)).toEqual(['1 soon', '3 late']);
  expect(pass(5)).toEqual([]);
});

test('fractions of a second are rounded up, and an action that is due at once runs in the next second', () => {
  const { plan, pass } = running();
  plan(1.2, 'part');
  plan(0, 'now');
  plan(-7, 'past');
  expect(pass(3)).toEqual(['1 now', '1 past', '2 part']);
});

test('actions of the same second run in the order of planning, and those planned meanwhile run later', () => {
  const { agenda, plan, pass } = running();
  plan(1, 'a');
  agenda.after(1, () => plan(0, 'follower'));
  plan(1, 'b');
  expect(pass(2)).toEqual(['1 a', '1 b', '2 follower']);
});
