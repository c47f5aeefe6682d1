import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { enterSequence, ScreenOutput } from '../../../src/app/terminal/screenOutput.ts';
import { LARGEST } from '../../../src/lib/terminalSize.ts';

const ENTER = '\x1b[?1049h';
const LEAVE = '\x1b[?1049l';

/** A terminal that accepts output only while it reads. */
class Terminal extends Writable {
  shown = '';
  #reads = true;
  #held: (() => void) | undefined;

  set reads(reads: boolean) {
    this.#reads = reads;
    if (!reads) return;
    this.#held?.();
    this.#held = undefined;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.shown += chunk.toString();
    if (this.#reads) done();
    else this.#held = done;
  }
}

/** @param lines drawn before the output exists */
function setup(lines?: readonly string[]) {
  const terminal = new Terminal();
  if (lines) terminal.write(enterSequence(lines));
  const output = new ScreenOutput(terminal as unknown as NodeJS.WriteStream, lines !== undefined);
  const frame = (text: string) => {
    for (const part of ['\x1b[?2026h', text, '\x1b[?2026l']) output.stream.write(part);
  };
  return { terminal, output, frame };
}

test.each([
  [undefined, undefined, 80, 24],
  [0, 0, 80, 24],
  [132, 43, 132, 43],
  [65_535, 65_535, LARGEST.columns, LARGEST.rows],
])('a terminal of %sx%s is laid out at %ix%i', (columns, rows, wide, high) => {
  const { terminal, output } = setup();
  Object.assign(terminal, { columns, rows });
  expect(output.stream).toMatchObject({ columns: wide, rows: high });
});

describe('alternate screen', () => {
  test('the alternate screen is entered and left exactly once', () => {
    const { terminal, output } = setup(['one', 'two']);
    output.stream.write(ENTER);
    output.stream.write(LEAVE);
    output.leave();
    expect(terminal.shown.split(ENTER)).toHaveLength(2);
    expect(terminal.shown.split(LEAVE)).toHaveLength(2);
    expect(terminal.shown).toContain('one\r\ntwo');
  });

  test('the alternate screen is entered again after it was left for a while', () => {
    const { terminal, output } = setup([]);
    output.stream.write(LEAVE);
    output.stream.write(ENTER);
    output.leave();
    expect(terminal.shown.split(ENTER)).toHaveLength(3);
    expect(terminal.shown.split(LEAVE)).toHaveLength(3);
  });
});

describe('frames without the differ', () => {
  test('the first frame replaces the outline line by line', () => {
    const { terminal, frame } = setup(['something longer', 'something longer']);
    terminal.shown = '';
    frame('a\nb');
    frame('c\nd');
    expect(terminal.shown).toBe('\x1b[?2026h\x1b[H\x1b[2Ka\n\x1b[2Kb\x1b[?2026l\x1b[?2026hc\nd\x1b[?2026l');
  });

  test('unchanged lines of a frame are skipped with one sequence', () => {
    const { terminal, frame } = setup();
    frame('a\nb');
    terminal.shown = '';
    frame('\x1b[4A\x1b[E\x1b[E\x1b[E\x1b[2Gx\x1b[E');
    expect(terminal.shown).toBe('\x1b[?2026h\x1b[4A\x1b[3E\x1b[2Gx\x1b[E\x1b[?2026l');
  });

  test('frames are dropped while the terminal does not read, and the screen is redrawn afterwards', async () => {
    const { terminal, output, frame } = setup();
    let redraws = 0;
    output.onStale = () => redraws++;
    terminal.reads = false;
    for (let count = 0; count < 1000; count++) frame(`${count}`.padEnd(1000));
    expect(terminal.writableLength).toBeLessThan(128 * 1024);
    output.stream.write(LEAVE);
    terminal.reads = true;
    await expect.poll(() => redraws).toBe(1);
    expect(terminal.shown.split('\x1b[?2026h')).toHaveLength(terminal.shown.split('\x1b[?2026l').length);
    expect(terminal.shown).not.toContain('999 ');
    expect(terminal.shown).toContain(LEAVE);
    frame('the present');
    expect(terminal.shown).toContain('the present');
  });

  test('the callback of a dropped frame is called, too', async () => {
    const { terminal, output, frame } = setup();
    terminal.reads = false;
    for (let count = 0; count < 1000; count++) frame(`${count}`.padEnd(1000));
    output.stream.write('\x1b[?2026h');
    await new Promise<void>((resolve) => output.stream.write('left out', () => resolve()));
  });
});
