import type { Clock } from '../../../lib/clock.ts';
import { createPart } from '../part.ts';
import type { Hand, Hands } from './hands.ts';

/** Something that a server told, and how old that is in seconds. */
export interface Told<T> {
  readonly value: T;
  readonly age: number;
}

const LOOK_MS = 30_000;

/** Makes the function that gives what servers to which a hand leads told lately; nobody waits for a server. */
export function lately<T>(
  hands: Pick<Hands, 'find'>,
  clock: Clock,
  read: (hand: Hand, host: string) => Promise<T>,
  apartMs = LOOK_MS,
) {
  const parts = new Map<string, ReturnType<typeof createPart<T>>>();
  return async (hosts: Iterable<string>): Promise<ReadonlyMap<string, Told<T>>> => {
    const asked = [...hosts].map(async (host): Promise<(readonly [string, Told<T>])[]> => {
      const hand = hands.find(host);
      if (!hand) return [];
      const part = parts.get(host) ?? createPart<T>(clock, 1, apartMs);
      parts.set(host, part);
      const told = await part(() => read(hand, host));
      return told ? [[host, { value: told.value, age: (clock.elapsed() - told.at) / 1000 }]] : [];
    });
    return new Map((await Promise.all(asked)).flat());
  };
}
