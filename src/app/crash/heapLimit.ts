import { setFlagsFromString } from 'node:v8';

/** The V8 version with these flags. V8 flags are not stable: another major version may print a warning on the screen. */
const KNOWN_TO = '13.';

/**
 * V8's defaults suit a busy server; this program draws one frame a second. V8 reads these flags at each collection or
 * call, so setting them at run time works however the program was started.
 * - The semi-spaces for young objects stop growing: they are 2 x 4 MB when the program is loaded and would become 2 x 32.
 * - Old objects are collected when the heap has grown by half, not to four times its size.
 * - TurboFan, the third compiler tier, is used only after ten times as many calls as by default. Code that reads a busy log
 *   or filters a long list still reaches that; for code that draws a frame a second it would not pay off for hours.
 */
const FLAGS = [
  '--semi-space-growth-factor=1',
  '--heap-growing-percent=50',
  '--invocation-count-for-turbofan=30000',
] as const;

/** Keeps this process's memory near what it needs. Call it once the program is loaded, before data arrives. */
export function limitHeap(v8Version = process.versions.v8): void {
  if (!v8Version.startsWith(KNOWN_TO)) return;
  for (const flag of FLAGS) setFlagsFromString(flag);
}
