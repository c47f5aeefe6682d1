import type { RbdImage } from '../../api/contract/rbds.ts';
import { listed, plural } from '../../lib/words.ts';
import { block, type PreflightCheck, ok, warn } from '../../store/answers/preflight.ts';
import { composed, optionally } from '../../store/cache/resource.ts';
import { currentData } from '../../store/cache/slot.ts';
import type { Known } from '../../store/cockpit.ts';

/** The most images that are searched in each pool. */
const MAX_IMAGES = 1000;

/** An image or one of its snapshots, as a possible parent of clones. */
interface Parent {
  readonly pool: string;
  readonly image: string;
  readonly snapshot?: string;
}

const isFrom = ({ pool, image, snapshot }: Parent, { parent }: RbdImage): boolean =>
  parent?.pool === pool && parent.image === image && (snapshot ?? parent.snapshot) === parent.snapshot;

/** The clones of an image or a snapshot in all pools; takes one request per pool. */
const clonesOf = (of: Parent) =>
  composed({
    key: ['clones', of],
    operations: ['listPools', 'listImages'],
    async read(api, signal) {
      const pools = (await api.listPools({}, { signal })).filter(({ application }) => application === 'rbd');
      const pages = await Promise.all(
        pools.map(async ({ name = '' }) => {
          const input = { params: { pool: name }, query: { limit: MAX_IMAGES } };
          const { data = [], totalElements = 0 } = await api.listImages(input, { signal });
          const clones = data.filter((image) => isFrom(of, image));
          return {
            names: clones.map((image) => `${name}/${image.name}`),
            whole: totalElements <= data.length,
          };
        }),
      );
      return { names: pages.flatMap(({ names }) => names), whole: pages.every(({ whole }) => whole) };
    },
  });

/** Checks for deleting an image or a snapshot: its clones, which are read when the dialog opens. */
export function cloneChecks(cockpit: Known, of: Parent) {
  const clonesNow = clonesOf(of);
  return {
    needs: [optionally(clonesNow)],
    checks(): readonly PreflightCheck[] {
      const found = currentData(cockpit.cache.slot(clonesNow));
      if (found === undefined) return [warn('its clones could not be read')];
      const { names, whole } = found;
      const rest = whole ? [] : [warn('there may be more clones: not all images could be checked')];
      if (names.length === 0) return whole ? [ok('no image is cloned from it')] : rest;
      const clones = `${plural(names.length, 'image')} cloned from it: ${listed(names)}`;
      return [block(`${clones}; flatten or delete ${names.length === 1 ? 'it' : 'them'} first`), ...rest];
    },
  };
}

/** Checks that an image has no snapshots, because with snapshots it cannot be deleted. */
export function snapshotCheck({ snaps = [] }: RbdImage): PreflightCheck {
  if (snaps.length === 0) return { level: 'ok', text: 'it has no snapshots' };
  const names = listed(snaps.map(({ name = '' }) => name));
  return {
    level: 'block',
    text: `it has ${plural(snaps.length, 'snapshot')}, ${names}: delete ${snaps.length === 1 ? 'it' : 'them'} first`,
  };
}
