import { expect, test } from 'vitest';
import type { Undoable } from '../../../src/store/action/plan.ts';
import { createUndoList } from '../../../src/store/session/undo.ts';

const change = (number: number) => ({ title: `change ${number}` }) as unknown as Undoable;

test('the last change is undone first, then those before it, of which twenty are kept', () => {
  const list = createUndoList();
  const changes = Array.from({ length: 21 }, (_, number) => change(number));
  expect(list.last()).toBeUndefined();
  for (const one of changes) list.add(one);
  const undone = [];
  for (let last = list.last(); last !== undefined; last = list.last()) {
    undone.push(last);
    list.remove(last);
  }
  expect(undone).toEqual(changes.slice(1).toReversed());
});

test('a change that is removed from between others leaves these', () => {
  const list = createUndoList();
  const [first, second] = [change(1), change(2)];
  list.add(first);
  list.add(second);
  list.remove(first);
  expect(list.last()).toBe(second);
  list.remove(second);
  expect(list.last()).toBeUndefined();
});
