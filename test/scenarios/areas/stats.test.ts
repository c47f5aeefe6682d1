import { expect, test } from 'vitest';
import { openDemo } from '../steps.ts';

test('a chart is enlarged, shown over another time range, and read at one time', async () => {
  await using deck = await openDemo('calm', { cols: 120, rows: 36 });
  await deck.command('stats');
  await deck.see(/Statistics +1h, 6 graphs[^]*▶ cluster-iops[^]*read [\d.]+k? IOPS[^]*[⠁-⣿]{10}/);

  deck.press('Tab', 'Enter');
  const full = await deck.see((text) => /▶ cluster-throughput/.test(text) && !/cluster-iops/.test(text));
  expect(full).toMatch(/B\/s│/);
  deck.press('2');
  await deck.see(/Statistics +6h,[^]*▶ cluster-throughput[^]*[⠁-⣿]{10}/);
  deck.press('+');
  await deck.see(/Statistics +3\.0h,/);

  deck.press('H');
  await deck.see(/3\.0h, (?:until \S+ \S+ )?at \d{4}-\d\d-\d\d[^]*read [\d.]+ [KMG]?i?B\/s/);
  deck.press('Esc');
  await deck.seeNo(/, at \d{4}/);
  deck.press('Esc');
  await deck.see(/cluster-iops[^]*cluster-throughput/);
});

test('a graph of one server is found by typing, added to the charts, and removed', async () => {
  await using deck = await openDemo('calm', { cols: 120, rows: 36 });
  await deck.command('stats');
  await deck.see(/1h, 6 graphs/);
  deck.press('n');
  await deck.see(/type to search|Graphs/i);
  deck.type('cpu stor-05');
  await deck.see(/▌server-cpu stor-05/);
  deck.press('Enter', 'Esc');
  await deck.see(/1h, 7 graphs/);
  // The graph without changes is a line after the others.
  deck.press('Tab', 'Tab', 'Tab', 'Tab', 'Tab');
  await deck.see(/▶ server-cpu stor-05/);
  deck.press('x');
  await deck.see(/1h, 6 graphs/);
});
