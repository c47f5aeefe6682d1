import type { Output } from '../../../src/api/contract/index.ts';
import type { Risk } from '../../../src/screens/placement/risk.ts';
import { selectRisks } from '../../../src/screens/placement/risks.ts';
import type { Resource } from '../../../src/store/cache/resource.ts';
import { resources } from '../../../src/store/cache/resources.ts';
import type { Slot } from '../../../src/store/cache/slot.ts';
import { createFacts } from '../../../src/store/facts/facts.ts';
import { emptyJournal } from '../../../src/store/session/journal.ts';

/** The time at which risks are computed, in milliseconds since the epoch. */
export const NOW = 1_800_000_000_000;

/** Answers of a service, by their names in the console. */
type Answers = { readonly [Name in 'status' | 'pools' | 'rules' | 'crush' | 'disks' | 'flags']?: unknown } & {
  readonly tasks?: readonly object[];
  readonly backups?: Output<'getConfigBackups'>;
};

/** The risks that follow from a service's answers. */
export function risksOf({ tasks = [], ...answers }: Answers): readonly Risk[] {
  const all: Readonly<Record<string, unknown>> = { ...answers, tasks: { data: tasks } };
  const slots = new Map(
    Object.entries(resources).map(([name, { key }]) => [key, { data: all[name] }] as const),
  );
  const slot = <T>({ key }: Resource<T>) => slots.get(key) as Slot<T>;
  return selectRisks({
    facts: createFacts(
      { slot },
      () => emptyJournal,
      () => NOW,
    ),
    status: slot(resources.status).data,
    pools: slot(resources.pools).data,
    backups: answers.backups,
  });
}
