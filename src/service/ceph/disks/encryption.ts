import { ifRefused } from '../../engine.ts';
import type { Ceph } from '../client/ceph.ts';
import { memoizeLast } from '../client/memoizeLast.ts';
import { type OsdDump, readOsdDump } from '../map/osdMap.ts';

/** Matches the name of an OSD's key, with the UUID of the OSD: ceph-volume keeps the keys of disks in the monitors. */
const KEY_NAME = /^dm-crypt\/osd\/([^/]+)\/luks$/;

const NONE: ReadonlySet<number> = new Set();

/** The OSDs for whose disks the monitors have a key. */
const withKeys = (uuids: ReadonlySet<string>, { osds }: Pick<OsdDump, 'osds'>): ReadonlySet<number> =>
  new Set(osds.filter(({ uuid = '' }) => uuids.has(uuid)).map(({ osd }) => osd));

const uuidsOf = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => KEY_NAME.exec(name)?.[1] ?? []));

/**
 * Makes the function that reads which OSDs ceph-volume has encrypted. Those whose keys are elsewhere, as with Rook or in a TPM,
 * and all of a user who may not list keys, are missing.
 */
export function encryptionReader(ceph: Ceph): () => Promise<ReadonlySet<number>> {
  const [uuids, osdsWith] = [memoizeLast(uuidsOf), memoizeLast(withKeys)];
  return async () => {
    // A key is made and removed together with its OSD.
    const names = await ceph
      .read<readonly string[]>({ prefix: 'config-key ls' }, { fixedBy: 'osdmap' })
      .catch(ifRefused(() => undefined));
    const known = names && uuids(names);
    if (!known?.size) return NONE;
    return osdsWith(known, await readOsdDump(ceph, ['osds'], { fixedBy: 'osdmap' }));
  };
}
