import { Refusal } from '../../engine.ts';
import { recordDamage } from './records.ts';

/** A value as it is stored, with a mark for each of the latest writes that it is made of. */
export interface StateEntry {
  readonly value: unknown;
  readonly marks?: readonly string[];
}

/** A record that this service cannot use. The message names it and says what to do. */
export class DamagedRecord extends Refusal {
  constructor(key: string, what: string) {
    super(
      503,
      `the record ${key} in the cluster is damaged: ${what}; look at it with \`ceph config-key get ${key}\` and put it right, or remove it with \`ceph config-key rm ${key}\``,
    );
  }
}

const UNKNOWN = 'it holds what this service did not write';

/**
 * Reads what is stored under a key that begins with `root`. Its result throws DamagedRecord.
 * @param tell told once of each damaged record: what goes on by itself has nobody else to tell
 */
export function entryReader(
  root: string,
  tell: (problem: string) => void,
): (key: string, text: string) => StateEntry {
  const told = new Set<string>();
  return (key, text) => {
    const entry = parse(text);
    const damage = entry === undefined ? UNKNOWN : recordDamage(key.slice(root.length), entry.value);
    if (entry !== undefined && damage === undefined) return entry;
    const problem = new DamagedRecord(key, damage ?? UNKNOWN);
    if (!told.has(problem.message)) tell(problem.message);
    told.add(problem.message);
    throw problem;
  };
}

function parse(text: string): StateEntry | undefined {
  try {
    const entry = JSON.parse(text) as StateEntry | null;
    return entry !== null && typeof entry === 'object' && 'value' in entry ? entry : undefined;
  } catch {
    return undefined;
  }
}
