import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { setLocale } from '../../../src/lib/decimal.ts';
import { compileFilter } from '../../../src/store/filter/filter.ts';

const columns = [
  { id: 'osd', title: 'NAME', aliases: ['daemon'] },
  { id: 'host', title: 'HOST' },
  { id: 'status', title: 'UP OR DOWN' },
];
type Row = Readonly<Record<string, string>>;
const rows: readonly Row[] = [
  { osd: 'osd.1', host: 'stor-01', status: 'UP' },
  { osd: 'osd.12', host: 'stor-07', status: 'DOWN' },
  { osd: 'osd.7', host: 'stor-07 rack r2', status: 'UP' },
];
const passing = (text: string) => {
  const filter = compileFilter(text, columns);
  return rows.filter((row) => filter.matches((column) => row[column] ?? '')).map((row) => row['osd']);
};

describe('filter', () => {
  test.each([
    ['contain the text in any column', 'stor-07', ['osd.12', 'osd.7']],
    ['contain the text, ignoring case', 'down', ['osd.12']],
    ['contain the text in the same case, once an upper-case letter is typed', 'Down', []],
    ['match the regular expression', 'osd\\.1$', ['osd.1']],
    ['contain a text that is no valid regular expression', 'osd(', []],
    ['do not match, with ! in front', '!stor-07', ['osd.1']],
    ['match in the named column', 'osd:7', ['osd.7']],
    ['match in the named column, ignoring case', 'OSD:7', ['osd.7']],
    ['match in the column named by its title', 'name:7', ['osd.7']],
    ['match in the column named by its title of several words', '"up or down":down', ['osd.12']],
    ['match in the column named by such a title with dashes', 'up-or-down:down', ['osd.12']],
    ['match in the column named by another name', 'daemon:7', ['osd.7']],
    ['match in the only column whose name begins like this', 'stat:down', ['osd.12']],
    ['contain the text, if too few letters begin a name', 'st:down', []],
    ['do not match in the named column', '!host:07', ['osd.1']],
    ['match every word', 'host:07 status:up', ['osd.7']],
    ['contain the quoted words with their space', '"stor-07 rack"', ['osd.7']],
    ['contain the quoted words, before the closing quote is typed', '"stor-07 ra', ['osd.7']],
    ['contain the quoted words in the named column', 'host:"07 rack"', ['osd.7']],
    ['contain the letters in order, with -f', '-f s7r', ['osd.7']],
    ['contain a text with a colon, if no column has that name', 'fe80:', []],
    ['exist, if nothing is typed', '  ', ['osd.1', 'osd.12', 'osd.7']],
  ])('a filter selects the rows that %s: %s', (_, text, expected) => {
    expect(passing(text)).toEqual(expected);
  });
});

test.each([
  ['!', 'Type what to look for after "!"'],
  ['host:', 'Type what to look for after "host:"'],
  ['down !host:', 'Type what to look for after "!host:"'],
  ['/[/', '/[/ is not a regular expression: Unterminated character class'],
  ['down !host:"/a(: /"', '/a(: / is not a regular expression: Unterminated group'],
  ['-f', 'Type the letters to find in order after "-f "'],
])('the error in the filter "%s" is explained, and all rows stay', (text, error) => {
  expect(compileFilter(text, columns)).toMatchObject({ error, empty: true });
  expect(passing(text)).toHaveLength(rows.length);
});

describe('unknown column in a filter', () => {
  const doubts = (text: string) => compileFilter(text, columns).doubts.map(({ problem }) => problem);

  test('an unknown column in a filter is reported with the existing ones', () => {
    expect(doubts('image:img1')).toEqual(['no column "image"; columns: name, host, up or down']);
    expect(doubts('!"in it":x stor')).toEqual(['no column "in it"; columns: name, host, up or down']);
  });

  test.each([['fe80::1'], ['stor-04:sda'], ['10.0.0.1:6789'], ['host:07'], ['"a: b"'], [':x']])(
    'no unknown column is reported for %s',
    (text) => expect(doubts(text)).toEqual([]),
  );

  test('a filter with an unknown column still searches for the text', () => {
    const [stranger] = compileFilter('note:hot', columns).doubts;
    expect(stranger?.matches(() => 'a note:hot spare')).toBe(true);
    expect(stranger?.matches(() => 'a hot spare')).toBe(false);
  });
});

describe('a filter with a comparison', () => {
  const measured = [{ id: 'used', title: 'USED' }, { id: 'host' }];
  const cells = (used: string) => (column: string) => (column === 'used' ? used : 'stor-01');
  const selects = (text: string, used: string) => compileFilter(text, measured).matches(cells(used));

  test.each([
    ['used:>36%', '37%', '36%'],
    ['used:>36', '37%', '36%'],
    ['used>=36%', '36%', '35%'],
    ['used:=>36%', '36%', '35%'],
    ['used:<1%', '<1%', '1%'],
    ['!used:>36%', '36%', '37%'],
    ['used:">36 %"', '37%', '36%'],
    ['used:>1TiB', '1.8 TiB', '900 GiB'],
    ['used:>1.5t', '1.6 TiB', '1.5 TiB'],
    ['used:>900Gi', '1.8 TiB', '900 GiB'],
    ['used:>20MiB', '23.2 MiB/s', '19.0 MiB/s'],
    ['used:>1000', '1.8k', '999'],
    ['used:<=1.5M', '1.5M', '1.6M'],
    ['used:>2h', '3h07m', '59m00s'],
    ['used:>90s', '1m31s', 'now'],
    ['used:>1h30m', '2d', '1h30m'],
  ])('%s selects %s, and not %s', (text, yes, no) => {
    expect(selects(text, yes)).toBe(true);
    expect(selects(text, no)).toBe(false);
  });

  test('leaves out what shows no number, or one of another kind', () => {
    for (const other of ['--', '', 'stor-01', '10.2.0.0', '1.8 TiB', '3h07m'])
      expect(selects('used:>0%', other)).toBe(false);
  });

  test.each([
    ['used:>36x', '"36x" is not a number: type it as in >36%, >1.5TiB, >20k or >2h'],
    ['used>1,8TiB', '"1,8TiB" is not a number: type it as in >36%, >1.5TiB, >20k or >2h'],
  ])('says what is wrong with %s', (text, error) => {
    expect(compileFilter(text, measured)).toMatchObject({ error, empty: true });
  });

  test('compares numbers with a decimal comma, in a locale that has one, typed with a comma or a point', () => {
    setLocale({ LC_ALL: 'de_DE.UTF-8' });
    onTestFinished(() => setLocale({}));
    for (const text of ['used:>36,5%', 'used>36.5%']) {
      expect(selects(text, '36,6%')).toBe(true);
      expect(selects(text, '36,5%')).toBe(false);
    }
    expect(selects('used:>1,5T', '1,6 TiB')).toBe(true);
    expect(selects('used:<2k', '1,8k')).toBe(true);
    expect(compileFilter('used:>1,5,2T', measured).error).toMatch(/"1,5,2T" is not a number/);
    expect(selects('used:>0', '1,2,3')).toBe(false);
  });

  test('the text of a number is found as it is shown and with a point', () => {
    expect(selects('3,2', '3,2 TiB') && selects('3.2', '3,2 TiB')).toBe(true);
  });

  test('a comparison says where a column has nothing that can be compared', () => {
    const [doubt] = compileFilter('host:>36%', measured).doubts;
    expect(doubt?.problem).toBe('nothing in host can be compared with that');
    expect(doubt?.matches(cells('37%'))).toBe(false);
    expect(compileFilter('used:>36%', measured).doubts[0]?.matches(cells('2%'))).toBe(true);
  });

  test('a sign before no number, and a name that is no column, are looked for as text', () => {
    expect(selects('used:>x', 'a>x')).toBe(true);
    expect(selects('lag>5', 'a lag>5s')).toBe(true);
  });

  test('marks the whole cell that it selects', () => {
    expect(compileFilter('used:>36%', measured).ranges('used', '37%')).toEqual([[0, 3]]);
  });
});

test('matches of a filter are highlighted in the column they were found in', () => {
  const filter = compileFilter('host:07 !status:UP 0', columns);
  expect(filter.ranges('host', 'stor-07')).toEqual([[5, 7]]);
  expect(filter.ranges('osd', '07')).toEqual([[0, 1]]);
  expect(filter.ranges('status', 'UP')).toEqual([]);
});

/** A word of a filter. `-f` is no word, but requests a fuzzy filter. */
const word = fc.stringMatching(/^[a-z0-9.\-[(*]+$/).filter((text) => text !== '-f');
const row = fc.record({ osd: fc.string(), host: fc.string(), status: fc.string() });
const passes = (text: string, cells: Row) =>
  compileFilter(text, columns).matches((column) => cells[column] ?? '');

test('an inverted word selects exactly the rows that the word leaves out', () => {
  fc.assert(fc.property(word, row, (text, cells) => passes(`!${text}`, cells) !== passes(text, cells)));
});

test('two words select the rows that both select', () => {
  fc.assert(
    fc.property(
      word,
      word,
      row,
      (a, b, cells) => passes(`${a} ${b}`, cells) === (passes(a, cells) && passes(b, cells)),
    ),
  );
});

test('any typed text is a valid filter', () => {
  fc.assert(
    fc.property(fc.string(), row, (text, cells) => {
      expect(typeof passes(text, cells)).toBe('boolean');
    }),
  );
});

test('a filter is read without the blanks around it, and names the columns that have a title', () => {
  expect(passing('  -f s7r ')).toEqual(['osd.7']);
  expect(passing('  down ')).toEqual(['osd.12']);
  const some = [
    { id: 'osd', title: 'NAME' },
    { id: 'bar', title: ' ' },
    { id: 'plain' },
    { id: 'when', title: '' },
  ];
  const problems = (text: string) => compileFilter(text, some).doubts.map(({ problem }) => problem);
  expect(problems('colour:red')).toEqual(['no column "colour"; columns: name, plain']);
  expect(problems('osd:>3')).toEqual(['nothing in name can be compared with that']);
  expect(problems('when:>3')).toEqual(['nothing in when can be compared with that']);
  expect(problems('osd:3')).toEqual([]);
});
