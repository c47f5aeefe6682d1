import type { HelperCommand } from './helperProcess.ts';
import { helperTexts } from './helperTexts.ts';

/** Runs the program that comes first on standard input, behind a line with the count of its bytes. */
const BOOTSTRAP = 'from sys import stdin; i = stdin.buffer; exec(i.read(int(i.readline())))';

/**
 * Starts the helper without its text in the list of processes, where a line of 40 KB would hide what matters. Isolated:
 * no modules from the working directory or the user's own.
 * @param python path of the interpreter
 */
export const pythonHelper = (python: string, source = helperSource()): HelperCommand => ({
  argv: [python, '-I', '-u', '-c', BOOTSTRAP],
  source,
});

/** The helper as the text of one Python program; its modules are found in the texts that go with it. */
export function helperSource(): string {
  const { helper_start: start, ...modules } = helperTexts();
  // An object of strings is written alike in JSON and in Python.
  return `SOURCES = ${JSON.stringify(modules)}\n${start}`;
}
