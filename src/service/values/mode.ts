import { Refusal } from '../engine.ts';

/**
 * Permission bits in the octal notation of `chmod`, which the interface carries as a decimal number: `rwxr-xr-x` is
 * 755.
 */
export const toNotation = (bits: number): number => Number(bits.toString(8));

/** The permission bits of a mode in that notation. @throws Refusal 400 */
export function fromNotation(mode: number): number {
  if (!/^[0-7]{1,4}$/.test(String(mode)))
    throw new Refusal(
      400,
      `${mode} is not a file mode: write up to four octal digits as for chmod, such as 644 or 2755`,
    );
  return Number.parseInt(String(mode), 8);
}
