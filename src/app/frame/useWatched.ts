import { useEffect } from 'react';
import type { Cache } from '../../store/cache/cache.ts';
import type { Resource } from '../../store/cache/resource.ts';

/** Polls resources while a component is mounted. */
export function useWatched(cache: Cache, wanted: readonly Resource[]): void {
  const keys = wanted.map(({ key }) => key).join('\n');
  useEffect(() => {
    const watches = wanted.map((one) => cache.watch(one));
    return () => {
      for (const watch of watches) watch[Symbol.dispose]();
    };
    // Resources with the same keys read the same data, in whatever array they come.
  }, [cache, keys]);
}
