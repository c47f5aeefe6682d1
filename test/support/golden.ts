import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';

const FOLDER = join(import.meta.dirname, '..', 'golden');

/** Text that differs from run to run, and its replacement of the same width, so that columns stay in place. */
export interface Mask {
  readonly pattern: RegExp;
  /** The character that replaces each masked one. */
  readonly with: string;
}

/** Times of day (14:22:07, with or without Z) and dates (2026-11-21). */
export const TIMES: readonly Mask[] = [
  { pattern: /\d\d:\d\d:\d\dZ?/g, with: 'T' },
  { pattern: /\d{4}-\d\d-\d\d/g, with: 'D' },
];

/** The text of the screen with everything masked that differs from run to run, and without trailing blanks. */
export function masked(text: string, masks: readonly Mask[]): string {
  const hidden = masks.reduce(
    (shown, { pattern, with: sign }) => shown.replace(pattern, (found) => sign.repeat(found.length)),
    text,
  );
  return `${hidden
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()}\n`;
}

/**
 * Compares the text of a screen with test/golden/NAME.txt. With UPDATE_GOLDEN=1 in the environment the file is
 * written instead. Review the difference before you commit it.
 */
export function expectGolden(name: string, text: string, masks: readonly Mask[] = TIMES): void {
  const path = join(FOLDER, `${name}.txt`);
  const actual = masked(text, masks);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    expect(actual, `${path} is not written: the screen failed`).not.toMatch(/This (?:pane|screen) failed: /);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, actual);
    return;
  }
  if (!existsSync(path))
    throw new Error(`${path} is missing: UPDATE_GOLDEN=1 vitest run writes it. It would hold:\n${actual}`);
  expect(actual, `the screen differs from ${path}`).toBe(readFileSync(path, 'utf8'));
}
