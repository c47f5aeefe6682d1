import type { Flag } from '../../api/contract/maintenance.ts';

/** The names of the flags that are set. */
export const activeFlags = (flags: readonly Flag[] = []): readonly string[] =>
  flags.flatMap(({ name, currentState }) => (currentState === true && name !== undefined ? [name] : []));
