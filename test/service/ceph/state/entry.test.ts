import { expect, test } from 'vitest';
import { entryReader } from '../../../../src/service/ceph/state/entry.ts';
import { refusal } from '../../../support/refusal.ts';

/** A reader of the records below `root/`, and what it told of damaged ones. */
function reader() {
  const told: string[] = [];
  const read = entryReader('root/', (problem) => void told.push(problem));
  return { read, told };
}

test('a stored entry is read with its value and marks', () => {
  const { read, told } = reader();
  const entry = { value: { seen: 7 }, marks: ['a', 'b'] };
  expect(read('root/node/a', JSON.stringify(entry))).toEqual(entry);
  expect(read('root/other', '{"value":null}')).toEqual({ value: null });
  expect(told).toEqual([]);
});

test.each(['', 'no JSON', 'null', '7', '"text"', '{}', '[]', '{"marks":[]}'])(
  'a record that is %j is damaged, and the operator reads how to check and remove it',
  (text) => {
    const { read } = reader();
    expect(() => read('root/other', text)).toThrow(
      refusal(
        503,
        /^the record root\/other .* damaged: its content was not written by this service; .*get root\/other.*rm root\/other/,
      ),
    );
  },
);

test('each damaged record is told once', () => {
  const { read, told } = reader();
  for (const key of ['root/a', 'root/b', 'root/a']) expect(() => read(key, '{}')).toThrow(key);
  expect(told).toEqual([expect.stringContaining('root/a'), expect.stringContaining('root/b')]);
});
