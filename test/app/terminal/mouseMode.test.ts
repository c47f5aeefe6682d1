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

test('mouse reports are switched on inside the alternate screen and off before it is left', () => {
  const { written, stream } = terminal();
  const mode = new MouseMode(stream, true);
  mode.stream.write(ENTER);
  mode.stream.write('a frame');
  mode.stream.write(LEAVE);
  mode.stream.write(ENTER);
  expect(written).toEqual([ENTER, ON, 'a frame', OFF, LEAVE, ENTER, ON]);
});

test('nothing about the mouse is sent to a terminal if the mouse is off', () => {
  const { written, stream } = terminal();
  const mode = new MouseMode(stream, false);
  mode.stream.write(ENTER);
  mode.release();
  mode.stream.write(LEAVE);
  expect(written).toEqual([ENTER, LEAVE]);
  expect(mode.mayReport).toBe(false);
});

test('the mouse can be switched on and off while the program runs', () => {
  const { written, stream } = terminal();
  const mode = new MouseMode(stream, false);
  mode.set(true);
  mode.stream.write(ENTER);
  mode.set(false);
  mode.set(true);
  expect(written).toEqual([ENTER, ON, OFF, ON]);
  expect(mode.isOn).toBe(true);
});

test('the mouse is off while another program has the keyboard, and on again with the screen', () => {
  const { written, stream } = terminal();
  const mode = new MouseMode(stream, true);
  mode.stream.write(ENTER);
  mode.release();
  mode.set(true);
  expect(written).toEqual([ENTER, ON, OFF]);
  mode.stream.write(ENTER);
  expect(written.at(-1)).toBe(ON);
});
