import { Refusal } from '../engine.ts';

/** The sentence of the interface that is accepted instead of the exact name of the object to be deleted. */
const SENTENCE = "I'm really sure that I want to delete this";

/** Refuses a deletion whose `thisWillDeleteData` is neither the exact name nor the sentence. */
export function requireConsent(thisWillDeleteData: string, name: string): void {
  if (thisWillDeleteData !== name && thisWillDeleteData !== SENTENCE)
    throw new Refusal(400, `nothing was deleted: thisWillDeleteData must be "${name}" or "${SENTENCE}"`);
}
