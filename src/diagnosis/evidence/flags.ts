import type { Flag } from '../../api/contract/maintenance.ts';
import type { ClusterCheck } from './checks.ts';

/** The names of the flags that are set. */
export const activeFlags = (flags: readonly Flag[] = []): readonly string[] =>
  flags.flatMap(({ name, currentState }) => (currentState === true && name !== undefined ? [name] : []));

/** True for the flags that stop clients: `pause`, or one of its two parts `pauserd` and `pausewr`. */
export const isPause = (name: string): boolean => /^pause(?:rd|wr)?$/.test(name);

/** The flags that stop clients, which are not among the interface's flags, by the health check about flags. */
export const pausesIn = (checks: ReadonlyMap<string, ClusterCheck>): readonly string[] =>
  checks.get('OSDMAP_FLAGS')?.message.match(/\bpause(?:rd|wr)\b/g) ?? [];

/** The requests of clients that set flags stop, such as `reads and writes`; empty if they stop none. */
export function pausedText(flags: readonly string[]): string {
  const has = (...names: readonly string[]) => names.some((name) => flags.includes(name));
  return [...(has('pause', 'pauserd') ? ['reads'] : []), ...(has('pause', 'pausewr') ? ['writes'] : [])].join(
    ' and ',
  );
}
