import { useEffect } from 'react';
import type { Cache } from '../../store/cache/cache.ts';
import type { Resource } from '../../store/cache/resource.ts';

/** Keeps resources fresh for as long as a component is there; the same array for the same ones. */
export function useWatched(cache: Cache, wanted: readonly Resource[]): void {
  useEffect(() => {
    const watches = wanted.map((one) => cache.watch(one));
    return () => {
      for (const watch of watches) watch[Symbol.dispose]();
    };
  }, [cache, wanted]);
}
