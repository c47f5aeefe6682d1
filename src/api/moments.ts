import { contract } from './contract/index.ts';
import type { Operation } from './operation.ts';

interface MomentSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, MomentSchema>>;
  readonly items?: MomentSchema;
}

function collect({ properties = {}, items }: MomentSchema, names: Set<string>): void {
  for (const [name, field] of Object.entries(properties)) {
    if (field.description?.startsWith('Unix timestamp')) names.add(name);
    collect(field, names);
  }
  if (items) collect(items, names);
}

let known: ReadonlySet<string> | undefined;

/** True if the contract declares fields of this name as Unix timestamps. */
export function isMoment(name: string): boolean {
  if (!known) {
    const names = new Set<string>();
    for (const { reply } of Object.values<Operation>(contract)) if (reply) collect(reply, names);
    known = names;
  }
  return known.has(name);
}

/** A Unix timestamp from this value on is in milliseconds: in seconds it would be three thousand years ahead. */
const MILLISECONDS_FROM = 1e11;

/** A Unix timestamp in milliseconds, for services that send seconds or milliseconds; undefined for none or zero. */
export function momentMs(at: number | undefined): number | undefined {
  if (at === undefined || at <= 0) return undefined;
  return at >= MILLISECONDS_FROM ? at : at * 1000;
}
