import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { FrameOutput, type FrameOutputOptions } from '../../src/output/frameOutput.ts';
import { fakeClock } from '../support/fakeClock.ts';

const ENTER = '\x1b[?1049h';
const LEAVE = '\x1b[?1049l';
const ASK = '\x1b[5n';
const ANSWER = '\x1b[0n';
/** The end of a frame without a mark: the cursor waits in the last row. */
const ENDS = '\x1b[3H\x1b[?2026l';

class Terminal extends EventEmitter {
  readonly columns = 20;
  readonly rows = 3;
  writableLength = 0;
  written = '';
  write(text: string, done?: () => void): boolean {
    this.written += text;
    done?.();
    return true;
  }
}

class Keyboard extends EventEmitter {
  #chunk: string | null = null;
  type(text: string): void {
    this.#chunk = text;
    this.emit('readable');
  }
  read(): string | null {
    const chunk = this.#chunk;
    this.#chunk = null;
    return chunk;
  }
}

function setup(options: Partial<FrameOutputOptions> = {}) {
  const terminal = new Terminal();
  const clock = fakeClock();
  const roundTrips: number[] = [];
  const output = new FrameOutput({
    terminal: terminal as unknown as NodeJS.WriteStream,
    clock,
    term: 'xterm',
    onRoundTrip: (ms) => roundTrips.push(ms),
    ...options,
  });
  const keyboard = new Keyboard();
  const keys = output.keyboard(keyboard as unknown as NodeJS.ReadStream);
  keys.on('readable', () => keys.read());
  /** A frame as Ink writes it: between marks, after the sequence that erases the previous one. */
  const frame = (text: string) => {
    for (const part of ['\x1b[?2026h', `\x1b[2K\x1b[1A\x1b[2K\x1b[G${text}`, '\x1b[?2026l'])
      output.stream.write(part);
  };
  const written = () => {
    const { written: text } = terminal;
    terminal.written = '';
    return text;
  };
  return { terminal, clock, output, frame, written, roundTrips, answer: () => keyboard.type(ANSWER) };
}

describe('frames', () => {
  test('a frame is written as its changes, in one synchronized update', () => {
    const { frame, written } = setup();
    frame('one\ntwo\nthree');
    written();
    frame('one\ntwx\nthree');
    expect(written()).toBe(`\x1b[?2026h\x1b[2;3Hx\r\n\x1b[?2026l${ASK}`);
  });

  test('the cursor is shown while a frame has a mark, if it is enabled', () => {
    const { frame, output, written, answer } = setup({ showsCursor: true });
    output.stream.write('\x1b[?25l');
    frame('one');
    expect(written()).not.toContain('\x1b[?25h');
    frame('\x1b[7mone\x1b[m');
    expect(written()).toMatch(/\x1b\[\?25h\x1b\[5n$/);
    answer();
    answer();
    frame('\x1b[7mtwo\x1b[m');
    expect(written()).not.toContain('\x1b[?25');
    answer();
    output.stream.write('\x1b[?25l');
    frame('\x1b[7mone\x1b[m');
    expect(written()).toContain('\x1b[?25h');
    answer();
    frame('one');
    expect(written()).toContain('\x1b[?25l');
  });

  test('the cursor stays hidden if it is not enabled', () => {
    const { frame, written } = setup();
    frame('\x1b[7mone\x1b[m');
    expect(written()).not.toContain('\x1b[?25');
  });

  test('a frame without changes writes no byte', () => {
    const { frame, written } = setup();
    frame('one');
    written();
    frame('one');
    expect(written()).toBe('');
  });

  test.each([ENTER, LEAVE])('a frame is painted whole after %j', (mode) => {
    const { frame, output, written } = setup();
    frame('one');
    output.stream.write(mode);
    written();
    frame('one');
    expect(written()).toContain('one');
  });

  test('a frame is painted whole after a resize, even one back to the old size', () => {
    const { terminal, frame, written } = setup();
    frame('one');
    written();
    terminal.emit('resize');
    frame('one');
    expect(written()).toContain('one');
  });

  test('mode sequences of Ink reach the terminal, and its erase sequences do not', () => {
    const { output, written } = setup();
    output.stream.write('\x1b[?2004h');
    output.stream.write('\x1b[2K\x1b[1A\x1b[2K\x1b[G');
    expect(written()).toBe('\x1b[?2004h');
  });

  test('the frame output calls the callback of a write', async () => {
    const { output } = setup();
    await new Promise<void>((resolve) => output.stream.write('', () => resolve()));
  });

  test('frames wait while the terminal has much unwritten output, and only the latest is then written', () => {
    const { terminal, frame, written } = setup();
    frame('one');
    written();
    terminal.writableLength = 100_000;
    frame('two');
    frame('three');
    expect(written()).toBe('');
    terminal.writableLength = 0;
    terminal.emit('drain');
    expect(written()).toMatch(/three/);
  });
});

describe('a terminal that answers', () => {
  test('at most two frames are unanswered, and then only the latest is written', () => {
    const { frame, written, answer } = setup();
    for (const text of ['a', 'b']) frame(text);
    expect(written().split(ASK)).toHaveLength(3);
    for (const text of ['c', 'd', 'e']) frame(text);
    expect(written()).toBe('');
    answer();
    expect(written()).toBe(`\x1b[?2026h\x1b[He${ENDS}${ASK}`);
  });

  test('each answer of the terminal reports its round trip time', async () => {
    const { clock, frame, roundTrips, answer } = setup();
    frame('a');
    await clock.advance(100);
    frame('b');
    await clock.advance(220);
    answer();
    await clock.advance(30);
    answer();
    answer();
    expect(roundTrips).toEqual([320, 250]);
  });

  test('answers to questions from before the terminal was handed over report no round trip time', async () => {
    const { clock, output, frame, roundTrips, answer } = setup();
    frame('a');
    void output.leave();
    await clock.advance(5000);
    output.stream.write(ENTER);
    answer();
    frame('b');
    await clock.advance(40);
    answer();
    expect(roundTrips).toEqual([40]);
  });

  test('frames wait for a slow terminal, and a lost answer is followed by a new question', async () => {
    const { clock, frame, written, roundTrips, answer } = setup();
    frame('a');
    answer();
    for (const text of ['b', 'c', 'd']) frame(text);
    written();
    await clock.advance(4000);
    expect(written()).toBe('');
    await clock.advance(2000);
    expect(written()).toBe(`\x1b[?2026h\x1b[Hd${ENDS}${ASK}`);
    expect(roundTrips).toEqual([0, 5000]);
  });

  test('leaving waits for the last answer, and no question is sent until the terminal is entered again', async () => {
    const { clock, output, frame, written, answer } = setup();
    frame('a');
    let left = false;
    void output.leave().then(() => (left = true));
    await clock.advance(100);
    expect(left).toBe(false);
    written();
    frame('b');
    expect(written()).not.toContain(ASK);
    answer();
    await clock.advance(20);
    expect(left).toBe(true);
    expect(clock.pending()).toBe(0);
    output.stream.write(ENTER);
    frame('c');
    expect(written()).toContain(ASK);
  });
});

describe('a terminal that does not answer', () => {
  test('a terminal that does not answer gets every frame after a moment, without questions', async () => {
    const { clock, frame, written } = setup();
    for (const text of ['a', 'b', 'c']) frame(text);
    written();
    await clock.advance(2000);
    expect(written()).toBe(`\x1b[?2026h\x1b[Hc${ENDS}`);
    for (const text of ['d', 'e', 'f']) frame(text);
    expect(written().split('\x1b[?2026h')).toHaveLength(4);
  });

  test('a terminal that answers late is asked again from then on', async () => {
    const { clock, frame, written, answer } = setup();
    frame('a');
    await clock.advance(2000);
    answer();
    written();
    for (const text of ['b', 'c', 'd']) frame(text);
    expect(written().split(ASK)).toHaveLength(3);
  });

  test('a terminal that does not answer delays leaving by less than a second', async () => {
    const { clock, output, frame } = setup();
    frame('a');
    let left = false;
    void output.leave().then(() => (left = true));
    await clock.advance(900);
    expect(left).toBe(true);
  });

  test('a waiting frame is not drawn over the shell after leaving', () => {
    const { output, frame, written, answer } = setup();
    for (const text of ['a', 'b', 'c']) frame(text);
    output.stream.write(LEAVE);
    written();
    answer();
    expect(written()).toBe('');
  });
});

test('a disposed frame output leaves no listener on the terminal', () => {
  const { terminal, output } = setup();
  expect(terminal.eventNames()).not.toEqual([]);
  output[Symbol.dispose]();
  expect(terminal.eventNames()).toEqual([]);
});
