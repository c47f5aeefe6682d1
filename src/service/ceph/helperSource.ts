import { helperTexts } from './helperTexts.ts';

/** The helper as the text of one Python program; its modules are found in the texts that go with it. */
export function helperSource(): string {
  const { helper_start: start, ...modules } = helperTexts();
  // An object of strings is written alike in JSON and in Python.
  return `SOURCES = ${JSON.stringify(modules)}\n${start}`;
}
