import { useEffect, useState } from 'react';
import type { Shown } from '../../store/cockpit.ts';
import { cadenceOf } from '../../store/link/cadence.ts';

/** True once the cursor of a view has stayed on its row for a moment (this redraws), and always for a new view. */
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
