import { useEffect, useState } from 'react';
import type { Shown } from '../../store/cockpit.ts';
import { cadenceOf } from '../../store/link/cadence.ts';

/** Tells whether the cursor of a view has stayed where it is for a moment; draws again once it has. Where a view is new, it has. */
export function useRested({ clock, link }: Shown, view: string, cursor: string | undefined): boolean {
  const [rested, setRested] = useState({ view, cursor });
  const isThere = rested.view === view && rested.cursor === cursor;
  const moves = rested.view === view && rested.cursor !== undefined && !isThere;
  useEffect(() => {
    if (isThere) return undefined;
    const rest = () => setRested({ view, cursor });
    if (!moves) {
      rest();
      return undefined;
    }
    const timer = clock.after(cadenceOf(link.store.getState()).restMs, rest);
    return () => timer[Symbol.dispose]();
  }, [clock, link, view, cursor, isThere, moves]);
  return !moves;
}
