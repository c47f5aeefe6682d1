import fc from 'fast-check';
import { stringify } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { lineFinder } from '../../src/config/lines.ts';
import { anyText } from '../support/anyText.ts';

const source = `# a comment with a [bracket] and a = sign
current-context = "prod" # "

"quoted key" = 1
[contexts.prod]
url = """
[not.a.table]
key = 1
"""
token-command = [
  "pass", # [
  "a ] b",
]
  "tab\\tbed" = '\\'
[contexts."with.dot"]  # trailing
inner.deep = { a = 1, b = { c = "}" } }
[[list]]
x = 1
[[list]]
[list.x]
deep = 1
[[list.y]]
z = 1
[[list.y]]
z = 2
`;

describe('lineFinder', () => {
  const lineOf = lineFinder(source);

  test.each([
    [['current-context'], 2],
    [['quoted key'], 4],
    [['contexts'], 5],
    [['contexts', 'prod'], 5],
    [['contexts', 'prod', 'url'], 6],
    [['contexts', 'prod', 'token-command'], 10],
    [['contexts', 'prod', 'tab\tbed'], 14],
    [['contexts', 'with.dot'], 15],
    [['contexts', 'with.dot', 'inner', 'deep'], 16],
    [['list'], 17],
    [['list', '0', 'x'], 18],
    [['list', '1'], 19],
    [['list', '1', 'x', 'deep'], 21],
    [['list', '1', 'y', '1', 'z'], 25],
  ])('lineFinder finds %j on line %i', (path, line) => {
    expect(lineOf(path)).toBe(line);
  });

  test('lineFinder gives the line of the enclosing key for one that is absent or in an inline table', () => {
    expect(lineOf(['contexts', 'prod', 'colour'])).toBe(5);
    expect(lineOf(['contexts', 'with.dot', 'inner', 'deep', 'b', 'c'])).toBe(16);
    expect(lineOf(['nowhere'])).toBe(1);
  });

  test('lineFinder reads a file with Windows line breaks', () => {
    expect(lineFinder('a = 1\r\n\r\n[b]\r\nc = 2\r\n')(['b', 'c'])).toBe(4);
  });

  test('lineFinder finds every key of any TOML document', () => {
    const key = anyText({ minLength: 1 }).filter((name) => name !== '__proto__');
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string()));
    const tables = fc.dictionary(key, fc.dictionary(key, value), { maxKeys: 5 });
    fc.assert(
      fc.property(tables, (document) => {
        const text = stringify(document);
        const lineOf = lineFinder(text);
        const lines = text.split('\n');
        for (const [table, entries] of Object.entries(document)) {
          for (const name of Object.keys(entries)) {
            const line = lines[lineOf([table, name]) - 1] ?? '';
            expect(
              line.startsWith(name) || line.startsWith(JSON.stringify(name).slice(0, 2)),
              `${line} for ${name}`,
            ).toBe(true);
          }
        }
      }),
    );
  });
});
