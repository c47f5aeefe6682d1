import type { Candidate } from './rule.ts';

/** A candidate with what it must explain to be named. */
export interface Priced {
  readonly candidate: Candidate;
  readonly cost: number;
}

/** A candidate that was named, with the symptoms that only it explains. */
export interface Chosen {
  readonly candidate: Candidate;
  readonly explained: readonly string[];
}

/** The outcome of weighing candidates against each other. */
export interface Weighed {
  /** In the order in which they were chosen: what explains most comes first. */
  readonly chosen: readonly Chosen[];
  /** The candidates that explain nothing that a chosen one does not, the strongest first. */
  readonly ruledOut: readonly Candidate[];
  /** Symptoms that nothing explains. */
  readonly unexplained: ReadonlySet<string>;
}

/**
 * Chooses the fewest causes that explain the most: again and again the one whose symptoms, of those not explained yet, weigh
 * most beyond what speaks against it and beyond its cost (how rare such a cause is); until none is worth its cost. So one
 * server that is gone wins over five OSDs that happen to be down, and two faults apart from each other remain two.
 */
export function weigh(symptoms: ReadonlyMap<string, number>, candidates: readonly Priced[]): Weighed {
  const unexplained = new Map(symptoms);
  const left = new Set(candidates);
  const chosen: Chosen[] = [];
  for (;;) {
    let [best, most]: [Priced | undefined, number] = [undefined, 0];
    for (const priced of left) {
      const worth = worthOf(priced, unexplained);
      if (worth > most || (worth === most && best !== undefined && priced.cost < best.cost && worth > 0))
        [best, most] = [priced, worth];
    }
    if (best === undefined) break;
    left.delete(best);
    const explained = best.candidate.explains.filter((id) => unexplained.has(id));
    for (const id of explained) unexplained.delete(id);
    chosen.push({ candidate: best.candidate, explained });
  }
  const ruledOut = [...left]
    .map((priced) => ({ priced, worth: worthOf(priced, symptoms) }))
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ priced }) => priced.candidate);
  return { chosen, ruledOut, unexplained: new Set(unexplained.keys()) };
}

/** The weight of what it would explain, less what speaks against it and its cost. */
function worthOf({ candidate, cost }: Priced, symptoms: ReadonlyMap<string, number>): number {
  const explained = new Set(candidate.explains);
  const weight = explained.values().reduce((sum, id) => sum + (symptoms.get(id) ?? 0), 0);
  return weight - cost - candidate.against.reduce((sum, { weight: doubt }) => sum + doubt, 0);
}
