import { FLAGS, type Flag } from '../../../api/contract/maintenance.ts';
import { FLAG_EFFECTS } from '../../rules/flags.ts';

/** The flags that can be set. @param set the names of the flags in force */
export const flags = (set: readonly string[]): Flag[] =>
  FLAGS.map((name) => ({
    name,
    description: FLAG_EFFECTS[name],
    recommendedState: false,
    currentState: set.includes(name),
  }));
