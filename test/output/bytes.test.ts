import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { ScreenSize } from '../../src/output/differ.ts';
import { FrameOutput } from '../../src/output/frameOutput.ts';
import { FRAME_BEGINS, FRAME_ENDS } from '../../src/output/sequences.ts';
import { plainText } from '../screens/roleMap.ts';
import { type ShownDeck, showDeck } from '../screens/shownDeck.tsx';

/** A terminal that counts its output and answers at once. */
class CountingTerminal extends EventEmitter {
  readonly columns: number;
  readonly rows: number;
  readonly writableLength = 0;
  bytes = 0;
  answer: () => void = () => undefined;

  constructor({ columns, rows }: ScreenSize) {
    super();
    this.columns = columns;
    this.rows = rows;
  }

  write(text: string): boolean {
    this.bytes += Buffer.byteLength(text);
    if (text.includes('\x1b[5n')) this.answer();
    return true;
  }
}

class Keyboard extends EventEmitter {
  #chunk: string | null = null;
  give(chunk: string): void {
    this.#chunk = chunk;
    this.emit('readable');
  }
  read(): string | null {
    const chunk = this.#chunk;
    this.#chunk = null;
    return chunk;
  }
}

/** Counts the bytes that are written for the current frame of a deck. */
function counter(deck: ShownDeck, size: ScreenSize): () => Promise<number> {
  const terminal = new CountingTerminal(size);
  const keyboard = new Keyboard();
  const output = new FrameOutput({
    terminal: terminal as unknown as NodeJS.WriteStream,
    clock: deck.clock,
    term: 'xterm-256color',
  });
  const keys = output.keyboard(keyboard as unknown as NodeJS.ReadStream);
  keys.on('readable', () => keys.read());
  terminal.answer = () => keyboard.give('\x1b[0n');
  return async () => {
    terminal.bytes = 0;
    for (const part of [FRAME_BEGINS, await deck.frame(), FRAME_ENDS]) output.stream.write(part);
    return terminal.bytes;
  };
}

async function series(count: number, one: () => Promise<number>): Promise<number[]> {
  const bytes: number[] = [];
  for (let done = 0; done < count; done++) bytes.push(await one());
  return bytes;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

/** Limits in bytes. They are those of the bench (bench/budgets.ts), and for a page less than half a frame. */
const BUDGETS = [
  { columns: 80, rows: 24, key: 120, edge: 250, page: 1000, tick: 150 },
  { columns: 200, rows: 50, key: 120, edge: 250, page: 3000, tick: 700 },
] as const;

/** The counts are exact, but the texts of the simulated cluster may vary a little. */
const AIR = 1.1;

test.each(BUDGETS)(
  'at $columns x $rows a cursor key, a page and a clock tick each write few bytes',
  async (budget) => {
    const { columns, rows } = budget;
    await using deck = await showDeck({ scenario: 'calm', columns, rows });
    const count = counter(deck, { columns, rows });
    await deck.clock.advance(30_000);
    await count();
    const ticks = await series(30, async () => {
      await deck.clock.advance(1000);
      return count();
    });
    await deck.press('3', 'enter');
    await count();
    const keys = await series(rows + 20, async () => {
      await deck.press('down');
      return count();
    });
    const pages = await series(2, async () => {
      await deck.press('pageup');
      return count();
    });
    expect(median(keys), 'a key').toBeLessThan(AIR * budget.key);
    expect(mean(keys), 'a key, the jumps at the edge among them').toBeLessThan(AIR * budget.edge);
    expect(Math.max(...pages), 'a page').toBeLessThan(AIR * budget.page);
    expect(mean(ticks), 'a second').toBeLessThan(AIR * budget.tick);
    // A frame without changes, however often it is drawn.
    expect(await count()).toBe(0);
  },
);

test('the map of 2,000 calm OSDs writes less than 700 bytes a second', async () => {
  const size = { columns: 200, rows: 50 };
  await using deck = await showDeck({ scenario: 'calm', scale: 2000, ...size });
  const count = counter(deck, size);
  await deck.command('map');
  await deck.press('v');
  await deck.clock.advance(10_000);
  await count();
  const ticks = await series(15, async () => {
    await deck.clock.advance(1000);
    return count();
  });
  expect(mean(ticks)).toBeLessThan(700);
  expect(plainText(await deck.frame())).toMatch(/cell = host/);
});

test('the page beside a list of 1,000 OSDs is written once the cursor rests, and not with each key', async () => {
  const size = { columns: 200, rows: 50 };
  await using deck = await showDeck({ scenario: 'calm', scale: 1000, ...size });
  const count = counter(deck, size);
  await deck.clock.advance(10_000);
  await deck.press('3', 'enter', 'down');
  await deck.clock.advance(200);
  await count();
  expect(plainText(await deck.frame())).toMatch(/│ osd\.1 on /);
  const keys = await series(20, async () => {
    await deck.press('down');
    return count();
  });
  const pages = await series(10, async () => {
    await deck.press('down');
    await deck.clock.advance(200);
    return count();
  });
  expect(median(keys), 'a key').toBeLessThan(120);
  expect(mean(pages), 'a key and the page').toBeLessThan(300);
});
