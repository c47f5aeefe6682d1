import type { Candidate } from './rule.ts';

/** A candidate with the minimum weight that it must explain to be named. */
export interface Priced {
  readonly candidate: Candidate;
  readonly cost: number;
}

/** A chosen candidate with the symptoms that no previously chosen one explains. */
export interface Chosen {
  readonly candidate: Candidate;
  readonly explained: readonly string[];
}

/** The outcome of weighing candidates against each other. */
export interface Weighed {
  /** In the order in which they were chosen, that is, by the weight that they explain. */
  readonly chosen: readonly Chosen[];
  /** The candidates that explain too little besides the chosen ones, strongest first. */
  readonly ruledOut: readonly Candidate[];
  /** The symptoms that no chosen candidate explains. */
  readonly unexplained: ReadonlySet<string>;
}

/**
 * Chooses a small set of causes that explains as much as possible. It is a greedy algorithm: it repeatedly chooses the
 * candidate with the highest worth, which is the weight of the symptoms not explained yet minus the weight of the
 * doubts about it and its cost (the rarity of such a cause), until no candidate has a positive worth. Thus one failed
 * server is preferred over five independently failed OSDs, while two unrelated faults remain two causes.
 */
export function weigh(symptoms: ReadonlyMap<string, number>, candidates: readonly Priced[]): Weighed {
  const unexplained = new Map(symptoms);
  const left = new Set(candidates);
  const chosen: Chosen[] = [];
  for (;;) {
    let [best, bestWorth]: [Priced | undefined, number] = [undefined, 0];
    for (const priced of left) {
      const worth = worthOf(priced, unexplained);
      if (worth > bestWorth || (worth === bestWorth && best !== undefined && priced.cost < best.cost))
        [best, bestWorth] = [priced, worth];
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

/** The weight of the symptoms that a candidate explains, minus the weight of its doubts and its cost. */
function worthOf({ candidate, cost }: Priced, symptoms: ReadonlyMap<string, number>): number {
  const explained = new Set(candidate.explains);
  const weight = explained.values().reduce((sum, id) => sum + (symptoms.get(id) ?? 0), 0);
  return weight - cost - candidate.against.reduce((sum, { weight: doubt }) => sum + doubt, 0);
}
