import { expect, test } from 'vitest';
import { withOverrides } from '../../src/lib/withOverrides.ts';

test('overridden members are replaced, and all others reach the original object', () => {
  class Counter {
    #count = 1;
    readonly name = 'counter';
    add = () => ++this.#count;
    count() {
      return this.#count;
    }
  }
  const counter = new Counter();
  const other = withOverrides(counter, { add: () => 77 });
  expect([other.add(), other.count(), other.name]).toEqual([77, 1, 'counter']);
  counter.add();
  // A method of the object accesses its own private members, wherever it is called.
  const { count } = other;
  expect(count()).toBe(2);
});
