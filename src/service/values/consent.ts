import { Refusal } from '../engine.ts';

/** The sentence of the interface that stands in for the exact name of what is deleted. */
const SENTENCE = "I'm really sure that I want to delete this";

/** Refuses a deletion whose `thisWillDeleteData` is neither the exact name nor the sentence. */
export function requireConsent(thisWillDeleteData: string, name: string): void {
  if (thisWillDeleteData !== name && thisWillDeleteData !== SENTENCE)
    throw new Refusal(400, `nothing was deleted: thisWillDeleteData must be "${name}" or "${SENTENCE}"`);
}
