import { useEffect } from 'react';
import type { Cache } from '../../store/cache/cache.ts';
import type { Resource } from '../../store/cache/resource.ts';

/** Polls resources while a component is mounted. Pass the same array while the resources are the same. */
export function useWatched(cache: Cache, wanted: readonly Resource[]): void {
  useEffect(() => {
    const watches = wanted.map((one) => cache.watch(one));
    return () => {
      for (const watch of watches) watch[Symbol.dispose]();
    };
  }, [cache, wanted]);
}
