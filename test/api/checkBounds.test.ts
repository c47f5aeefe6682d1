import { expect, test } from 'vitest';
import { inputProblems } from '../../src/api/check.ts';
import { contract } from '../../src/api/contract/index.ts';
import type { Operation } from '../../src/api/operation.ts';

const crush = (body: unknown) => inputProblems(contract.changeCrushMap, { body });

test('wrong entries of a long list are reported by index, and only the first few of many', () => {
  const nodes = Array.from({ length: 100_000 }, (_, id): unknown => ({ id }));
  nodes[70_000] = { id: 'x' };
  nodes[99_999] = { id: 1, children: [1, 'two', 3] };
  expect(crush({ nodes })).toEqual([
    'body.nodes[70000].id: must be a whole number; got "x"',
    'body.nodes[99999].children[1]: must be a whole number; got "two"',
  ]);
  const problems = crush({ nodes: nodes.map(() => 7) });
  expect(problems).toHaveLength(9);
  expect(problems[8]).toBe('and more');
  expect(problems[7]).toBe('body.nodes[7]: must be an object; got 7');
});

test('only the first few of many unknown fields are reported', () => {
  const fields = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, 1]));
  const problems = inputProblems(contract.setRecoverySpeed, { body: { speed: 1, ...fields } });
  expect(problems).toHaveLength(9);
  expect(problems[0]).toMatch(/^body\.x0: is not known here/);
  expect(problems.at(-1)).toBe('and more');
});

test('a long name or value is cut in the error message', () => {
  const [name, value] = crush({ nodes: 'y'.repeat(1e6), ['x'.repeat(1e6)]: 1 }).toSorted();
  expect(`${name}${value}`.length).toBeLessThan(400);
});

test('in every operation a path parameter refuses a negative number and an empty text', () => {
  let checked = 0;
  for (const operation of Object.values<Operation>(contract)) {
    const problems = (name: string, value: unknown) =>
      inputProblems(operation, { params: { [name]: value } }).filter((problem) =>
        problem.startsWith(`params.${name}:`),
      );
    for (const [name, { type, pattern, enum: words }] of Object.entries<{
      type?: unknown;
      pattern?: unknown;
      enum?: unknown;
    }>(operation.params?.properties ?? {})) {
      if (type === 'integer') {
        expect([operation.path, problems(name, -1), problems(name, 0)]).toEqual([
          operation.path,
          [expect.any(String)],
          [],
        ]);
      } else if (type === 'string' && pattern === undefined && words === undefined) {
        expect([operation.path, problems(name, ''), problems(name, 'x')]).toEqual([
          operation.path,
          [expect.any(String)],
          [],
        ]);
      } else continue;
      checked++;
    }
  }
  expect(checked).toBeGreaterThan(60);
});
