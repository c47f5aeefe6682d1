import { Refusal } from '../../engine.ts';
import { recordDamage } from './records.ts';

/** A stored value, with the marks of the latest writes to it (see StateStore). */
export interface StateEntry {
  readonly value: unknown;
  readonly marks?: readonly string[];
}

/** A record that this service cannot use. The message advises the operator. */
export class DamagedRecord extends Refusal {
  constructor(key: string, what: string) {
    super(
      503,
      `the record ${key} in the cluster is damaged: ${what}; check it with \`ceph config-key get ${key}\` and correct it, or remove it with \`ceph config-key rm ${key}\``,
    );
  }
}

const UNKNOWN = 'its content was not written by this service';

/**
 * Makes the function that parses the text of a stored entry. That function throws DamagedRecord.
 * @param root the prefix of all keys
 * @param report called once for each damaged record, because background work has no other way to report it
 */
export function entryReader(
  root: string,
  report: (problem: string) => void,
): (key: string, text: string) => StateEntry {
  const reported = new Set<string>();
  return (key, text) => {
    const entry = parse(text);
    const damage = entry === undefined ? UNKNOWN : recordDamage(key.slice(root.length), entry.value);
    if (entry !== undefined && damage === undefined) return entry;
    const problem = new DamagedRecord(key, damage ?? UNKNOWN);
    if (!reported.has(problem.message)) report(problem.message);
    reported.add(problem.message);
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
