import { expect, test } from 'vitest';
import { MouseMode } from '../../../src/app/terminal/mouseMode.ts';

const ENTER = '\x1b[?1049h';
const LEAVE = '\x1b[?1049l';
const ON = '\x1b[?1000h\x1b[?1006h';
const OFF = '\x1b[?1006l\x1b[?1000l';

function terminal() {
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream;
  return { written, stream };
}

test('reports go on behind the screen, and off before it is given up', () => {
  const { written, stream } = terminal();
  const mode = new MouseMode(stream, true);
  mode.stream.write(ENTER);
  mode.stream.write('a frame');
  mode.stream.write(LEAVE);
  mode.stream.write(ENTER);
  expect(written).toEqual([ENTER, ON, 'a frame', OFF, LEAVE, ENTER, ON]);
});

test('a terminal whose mouse is not wanted is told nothing', () => {
  const { written, stream } = terminal();
  const mode = new MouseMode(stream, false);
  mode.stream.write(ENTER);
  mode.release();
  mode.stream.write(LEAVE);
  expect(written).toEqual([ENTER, LEAVE]);
  expect(mode.mayReport).toBe(false);
});

test('is switched while the program runs', () => {
  const { written, stream } = terminal();
  const mode = new MouseMode(stream, false);
  mode.set(true);
  mode.stream.write(ENTER);
  mode.set(false);
  mode.set(true);
  expect(written).toEqual([ENTER, ON, OFF, ON]);
  expect(mode.isOn).toBe(true);
});

test('is off before others read the keyboard, and comes back with the screen', () => {
  const { written, stream } = terminal();
  const mode = new MouseMode(stream, true);
  mode.stream.write(ENTER);
  mode.release();
  mode.set(true);
  expect(written).toEqual([ENTER, ON, OFF]);
  mode.stream.write(ENTER);
  expect(written.at(-1)).toBe(ON);
});
