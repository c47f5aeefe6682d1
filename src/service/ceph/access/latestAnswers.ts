import type { Clock } from '../../../lib/clock.ts';
import { createBackgroundRead } from '../client/backgroundRead.ts';
import type { ServerHelper, ServerAccess } from './serverAccess.ts';

/** An answer of a server, and its age in seconds. */
export interface AgedValue<T> {
  readonly value: T;
  readonly age: number;
}

const INTERVAL_MS = 30_000;

interface LatestAnswersOptions {
  /** The shortest interval between two reads of a server, while its version is the same. */
  readonly intervalMs?: number;
  /** A number that changes with what a server answers. */
  readonly version?: (host: string) => number;
}

/**
 * Makes the function that returns the latest answers of servers, by host name. It does not wait long for a server; one
 * that has not answered yet, or to which there is no access, is missing.
 */
export function latestAnswers<T>(
  access: Pick<ServerAccess, 'find'>,
  clock: Clock,
  read: (helper: ServerHelper, host: string) => Promise<T>,
  { intervalMs = INTERVAL_MS, version = () => 0 }: LatestAnswersOptions = {},
) {
  const parts = new Map<string, ReturnType<typeof createBackgroundRead<T>>>();
  return async (hosts: Iterable<string>): Promise<ReadonlyMap<string, AgedValue<T>>> => {
    const asked = [...hosts].map(async (host): Promise<(readonly [string, AgedValue<T>])[]> => {
      const helper = access.find(host);
      if (!helper) return [];
      const part =
        parts.get(host) ?? createBackgroundRead<T>(clock, { restFactor: 1, minRestMs: intervalMs });
      parts.set(host, part);
      const last = await part(() => read(helper, host), version(host));
      return last ? [[host, { value: last.value, age: (clock.elapsed() - last.at) / 1000 }]] : [];
    });
    return new Map((await Promise.all(asked)).flat());
  };
}
