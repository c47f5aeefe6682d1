import type { HelperCommand } from './helperProtocol.ts';
import { helperTexts } from './helperTexts.ts';
import type { ReachedPlace } from './place/place.ts';

/**
 * Runs the program that comes behind it on standard input, after a line with the count of its bytes. Python is started as
 * if somebody typed (-i), unbuffered (-u), and so takes this line and no more: as an argument it would be read by a shell on
 * the way, and by some way by two.
 */
const LOAD = [
  'import os, sys, traceback',
  'try:',
  ' text = sys.stdin.buffer.read(int(sys.stdin.buffer.readline()))',
  ' exec(compile(text, "helper", "exec"))',
  'except BaseException:',
  ' traceback.print_exc()',
  ' os._exit(1)',
].join('\n');
const BOOTSTRAP = `exec(${JSON.stringify(LOAD)})\n`;

/**
 * Starts the helper without its text in the list of processes, where a line of 40 KB would hide what matters. Isolated:
 * no modules from the working directory or the user's own.
 * @param python path of the interpreter; at a place, `python3` as it is found there
 */
export function pythonHelper(python: string, place?: ReachedPlace, source = helperSource()): HelperCommand {
  const [program, ...args] = [...(place?.words ?? []), place ? 'python3' : python, '-I', '-u', '-i', '-q'];
  return {
    argv: [program ?? python, ...args],
    first: `${BOOTSTRAP}${Buffer.byteLength(source)}\n${source}`,
    ...(place && { place }),
  };
}

/** The helper as the text of one Python program; its modules are found in the texts that go with it. */
export function helperSource(): string {
  const { helper_start: start, ...modules } = helperTexts();
  // An object of strings is written alike in JSON and in Python.
  return `SOURCES = ${JSON.stringify(modules)}\n${start}`;
}
