import type { Via } from '../via/via.ts';
import type { HelperCommand } from './protocol.ts';
import { helperTexts } from './texts.ts';

/**
 * Runs the program that follows on standard input, after a line with its length in bytes. Python is started interactively
 * (-i) and unbuffered (-u), so that it reads only this line of the input itself. The line is not passed as an argument,
 * because one or even two shells on the way there would interpret it.
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
 * The command that starts the helper. Its source is not an argument, because 40 KB would clutter the list of processes.
 * Python runs isolated (-I), without modules from the working directory or the user's home.
 * @param python path of the interpreter; ignored with `via`, where `python3` is searched in the PATH
 */
export function pythonHelper(python: string, via?: Via, source = helperSource()): HelperCommand {
  const [program, ...args] = [...(via?.words ?? []), via ? 'python3' : python, '-I', '-u', '-i', '-q'];
  return {
    argv: [program ?? python, ...args],
    first: `${BOOTSTRAP}${Buffer.byteLength(source)}\n${source}`,
    ...(via && { via }),
  };
}

/** The helper as one Python program that contains the sources of its modules. */
export function helperSource(): string {
  const { helper_start: start, ...modules } = helperTexts();
  // JSON with only objects and strings is valid Python.
  return `SOURCES = ${JSON.stringify(modules)}\n${start}`;
}
