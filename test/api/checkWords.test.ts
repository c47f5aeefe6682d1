import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { inputFindings, inputProblems } from '../../src/api/check.ts';
import { operation } from '../../src/api/operation.ts';

const inner = Type.Object(
  {
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    key: Type.Optional(Type.String({ 'x-secret': true })),
  },
  { additionalProperties: false },
);
const change = operation({
  method: 'PUT',
  path: '/things/{name}',
  summary: 'Changes a thing',
  tier: 'reversible',
  params: Type.Object({ name: Type.String({ minLength: 1 }) }),
  body: Type.Object(
    {
      size: Type.Optional(Type.Number()),
      on: Type.Optional(Type.Boolean()),
      color: Type.Optional(Type.Enum(['red', 'blue'])),
      note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      long: Type.Optional(Type.String({ minLength: 3 })),
      parts: Type.Optional(Type.Array(inner, { minItems: 1 })),
      inner: Type.Optional(inner),
    },
    { additionalProperties: false, minProperties: 1 },
  ),
});
const problems = (body: unknown, params: unknown = { name: 'a' }) =>
  inputProblems(change, { params, body } as Parameters<typeof inputProblems>[1]);

test.each<[body: unknown, problem: string]>([
  [{ size: 'x' }, 'body.size: must be a number; got "x"'],
  [{ size: null }, 'body.size: must be a number; got null'],
  [{ size: [1] }, 'body.size: must be a number; got a list'],
  [{ size: {} }, 'body.size: must be a number; got an object'],
  [{ on: 1 }, 'body.on: must be true or false; got 1'],
  [{ parts: 'x' }, 'body.parts: must be a list; got "x"'],
  [{ parts: [] }, 'body.parts: must have at least one entry'],
  [{ parts: [{ port: 1 }, 5] }, 'body.parts[1]: must be an object; got 5'],
  [{ parts: [{ port: 0 }] }, 'body.parts[0].port: must be at least 1; got 0'],
  [{ inner: { port: 10 } }, 'body.inner.port: must be at most 9; got 10'],
  [{ inner: { port: 1.5 } }, 'body.inner.port: must be a whole number; got 1.5'],
  [{ inner: { key: 12 } }, 'body.inner.key: must be text'],
  [{ color: 'green' }, 'body.color: must be one of red, blue; got "green"'],
  [{ note: 5 }, 'body.note: must be text or null; got 5'],
  [{}, 'body: must change at least one of size, on, color, note, long, parts, inner'],
  [{ size: 1, sise: 2 }, 'body.sise: is not known here (did you mean "size"?)'],
  [{ inner: { other: 2 } }, 'body.inner.other: is not known here; known: port, key'],
  [{ size: 'a\u001B[31m' }, 'body.size: must be a number; got "a\\u001b[31m"'],
  [undefined, 'body: is missing'],
])('the input %j is refused: %s', (body, problem) => {
  expect(problems(body)).toEqual([problem]);
});

test("a text that is too short is refused with the schema's own explanation", () => {
  expect(problems({ long: 'a' })).toEqual([expect.stringMatching(/^body\.long: .*3/)]);
  expect(problems({ size: 1 }, { name: '' })).toEqual(['params.name: must not be empty']);
  expect(problems({ size: 1 }, {})).toEqual(['params.name: is missing']);
});

test.each<[body: object]>([
  [{ size: 1.5 }],
  [{ on: false }],
  [{ color: 'red' }],
  [{ note: null }],
  [{ note: '' }],
  [{ long: 'abc' }],
  [{ parts: [{}, { port: 9, key: '' }] }],
])('the input %j can be sent', (body) => {
  expect(problems(body)).toEqual([]);
});

test('an unknown field is reported with its name unchanged, even if that has a slash or a tilde', () => {
  expect(problems({ size: 1, 'a/b~c': 2 })[0]).toMatch(/^body\.a\/b~c: is not known here/);
  expect(problems({ inner: { 'x/y': 1 } })).toEqual(['body.inner.x/y: is not known here; known: port, key']);
});

test('an error message shows at most 60 characters of a value or a name', () => {
  const [value = ''] = problems({ size: 'y'.repeat(61) });
  expect(value).toBe(`body.size: must be a number; got "${'y'.repeat(59)}…`);
  expect(problems({ size: 'y'.repeat(50) })[0]).toContain(`"${'y'.repeat(50)}"`);
  const [name = ''] = problems({ size: 1, ['z'.repeat(61)]: 1 });
  expect(name.startsWith(`body.${'z'.repeat(60)}…: is not known`)).toBe(true);
});

test('every part of an input is checked, and each problem is reported with its path', () => {
  expect(inputFindings(change, { params: { name: '' }, body: { on: 1 } })).toEqual([
    { path: 'params.name', problem: 'must not be empty' },
    { path: 'body.on', problem: 'must be true or false; got 1' },
  ]);
});

test('up to eight problems are listed, and further ones are summed up as "and more"', () => {
  const wrong = (count: number) => problems({ parts: Array.from({ length: count }, () => 5) });
  expect(wrong(8)).toHaveLength(8);
  expect(wrong(8)).not.toContain('and more');
  expect(wrong(9)).toEqual([...wrong(8), 'and more']);
});

test.each([[undefined], [null], [''], [{}], [[]]])(
  'an operation without a form accepts the empty form %j',
  (form) => {
    const input = { params: { name: 'a' }, body: { size: 1 }, form };
    expect(inputProblems(change, input as Parameters<typeof inputProblems>[1])).toEqual([]);
  },
);

test('an operation refuses unknown parameters, and a query or form that it does not take', () => {
  const input = { params: { name: 'a', nome: 'b' }, body: { size: 1 }, query: { a: 1 }, form: { b: 2 } };
  expect(inputProblems(change, input)).toEqual([
    'params.nome: is not known here (did you mean "name"?)',
    'query: this operation takes none',
    'form: this operation takes none',
  ]);
});
