import { Refusal } from '../engine.ts';

/** A script as it is kept. */
export interface Script {
  readonly name: string;
  readonly contents: string;
}

const NAME = /^[A-Za-z0-9_][\w.-]{0,99}$/;
/** Bytes of a script: a larger one is no script. */
const LARGEST = 256 * 1024;
/** Bytes of its first line that Linux reads (BINPRM_BUF_SIZE, with a byte for the end). */
const LONGEST_SHEBANG = 255;

/** @throws Refusal 400 for a script that could not be started */
export function requireScript({ name, contents }: Script): void {
  if (!NAME.test(name)) {
    throw new Refusal(
      400,
      `a script cannot be named ${JSON.stringify(name)}: use up to 100 letters, digits or . _ -, no dot or dash first`,
    );
  }
  const [first = ''] = contents.split('\n', 1);
  if (!first.startsWith('#!')) {
    throw new Refusal(400, 'a script begins with the program that runs it: put #!/bin/sh or the like first');
  }
  if (first.endsWith('\r'))
    throw new Refusal(
      400,
      'the lines of the script end in CR LF, so its program is not found: end them in LF',
    );
  if (interpreterOf({ contents }) === undefined) {
    throw new Refusal(
      400,
      `${JSON.stringify(first)} names no program by its absolute path: write #!/bin/sh or #!/usr/bin/env python3`,
    );
  }
  if (Buffer.byteLength(first) > LONGEST_SHEBANG)
    throw new Refusal(400, `the first line is too long: at most ${LONGEST_SHEBANG} bytes of it are read`);
  if (Buffer.byteLength(contents) > LARGEST)
    throw new Refusal(413, `the script is larger than ${LARGEST / 1024} KiB: let it start a program instead`);
}

/** The program that the first line names; undefined when it names none by an absolute path. */
export const interpreterOf = ({ contents }: Pick<Script, 'contents'>): string | undefined =>
  /^#![ \t]*(\/[^\s\0]+)/.exec(contents)?.[1];
