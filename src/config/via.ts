import { splitWords } from '../lib/shell.ts';
import type { ViaReach } from './config.ts';

/**
 * Parses the command that leads to a Ceph cluster.
 * @returns its words, or a description of the problem
 */
export function readVia(value: string): Pick<ViaReach, 'via'> | { readonly problem: string } {
  try {
    const [program, ...args] = splitWords(value);
    if (program === undefined || program === '')
      return { problem: 'give the command that leads to the cluster, as in "ssh mon1 sudo"' };
    return { via: [program, ...args] };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { problem: `${JSON.stringify(value)} cannot be run: ${error.message}` };
  }
}
