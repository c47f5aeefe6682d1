import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reports that are kept, the newest of them. */
const KEPT = 10;
const NAME = /^crash-[\dTZ-]+(?:-\d+)?\.txt$/;

/**
 * Writes a report on a crash where only its owner can read it, and removes the oldest ones. At once, for the program
 * is about to end.
 * @param folder where the program keeps what it makes
 * @param at milliseconds since the epoch
 * @returns the name of the file
 * @throws what the file system says
 */
export function writeCrashReport(folder: string, at: number, text: string): string {
  const reports = join(folder, 'crashes');
  mkdirSync(reports, { recursive: true, mode: 0o700 });
  const moment = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
  const file = join(reports, `crash-${moment}-${process.pid}.txt`);
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  const all = readdirSync(reports).filter((name) => NAME.test(name));
  // Their names sort by their time.
  for (const name of all.toSorted().slice(0, -KEPT)) rmSync(join(reports, name), { force: true });
  return file;
}
