import type { LocalEntry } from '../../lib/localFiles.ts';
import { messageOf } from '../../lib/thrown.ts';
import { composed, type Resource } from '../../store/cache/resource.ts';
import type { Known } from '../../store/cockpit.ts';

/** The entries of a local directory, or the reason why they cannot be read. */
export type LocalListing = { readonly entries: readonly LocalEntry[] } | { readonly problem: string };

/** Milliseconds between two reads of the shown directory. */
const EVERY_MS = 2000;

/** The entries of a local directory. A disk that does not respond blocks nothing else. */
export const localListing = ({ local }: Pick<Known, 'local'>, path: string): Resource<LocalListing> =>
  composed({
    key: ['local directory', path],
    everyMs: EVERY_MS,
    async read() {
      try {
        return { entries: await local.list(path) };
      } catch (error) {
        return { problem: messageOf(error) };
      }
    },
  });
