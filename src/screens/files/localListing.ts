import type { LocalEntry } from '../../lib/localFiles.ts';
import { messageOf } from '../../lib/thrown.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { remembered } from '../../store/session/memory.ts';
import { updateScreen } from '../../store/session/screenView.ts';

/** The entries of a local directory, or the reason why they cannot be read. */
export type LocalListing = { readonly entries: readonly LocalEntry[] } | { readonly problem: string };

interface CachedListing {
  readonly path: string;
  listing?: LocalListing;
  /** Milliseconds since the epoch. */
  readAt: number;
  reading: boolean;
}

/** Milliseconds after which the shown directory is read again. */
const EVERY_MS = 2000;

const shownListing = remembered<{ current?: CachedListing }>(() => ({}));

async function read(cockpit: Known & Shown, one: CachedListing): Promise<void> {
  one.reading = true;
  try {
    one.listing = { entries: await cockpit.local.list(one.path) };
  } catch (error) {
    one.listing = { problem: messageOf(error) };
  }
  one.reading = false;
  one.readAt = cockpit.clock.now();
  // Another directory may be shown by now.
  if (cockpit.memory.of(shownListing).current === one)
    updateScreen(cockpit.view, (screen) => ({ ...screen }));
}

/**
 * The entries of a local directory. It is read when it is first shown, and again every few seconds while it is; a disk that
 * does not respond blocks nothing else.
 */
export function localListing(cockpit: Known & Shown, path: string): LocalListing | undefined {
  const memory = cockpit.memory.of(shownListing);
  let one = memory.current;
  if (one?.path !== path) {
    one = { path, readAt: Number.NEGATIVE_INFINITY, reading: false };
    memory.current = one;
  }
  if (!one.reading && Math.abs(cockpit.view.getState().now - one.readAt) >= EVERY_MS) void read(cockpit, one);
  return one.listing;
}
