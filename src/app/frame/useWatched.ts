import { useEffect, useState } from 'react';
import type { Cache } from '../../store/cache/cache.ts';
import type { Resource } from '../../store/cache/resource.ts';

const keysOf = (resources: readonly Resource[]): string => resources.map(({ key }) => key).join('\n');

/** Polls resources while a component is mounted. */
export function useWatched(cache: Cache, wanted: readonly Resource[]): void {
  const [watched, setWatched] = useState(wanted);
  // Resources with the same keys read the same data, in whatever array they come.
  if (keysOf(watched) !== keysOf(wanted)) setWatched(wanted);
  useEffect(() => {
    const watches = watched.map((one) => cache.watch(one));
    return () => {
      for (const watch of watches) watch[Symbol.dispose]();
    };
  }, [cache, watched]);
}
