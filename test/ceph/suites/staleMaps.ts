import { expect, test } from 'vitest';
import { DEFAULT_TIMEOUT_MS } from '../../../src/api/httpTarget.ts';
import type { Bench } from '../bench.ts';
import { fileTools } from './fileTools.ts';

/** OSD maps that a daemon sends at once (osd_map_message_max). */
const BATCH = 40;

/**
 * Tests of a client that was idle for some hours and knows none of the OSD maps created meanwhile. It gets them in
 * batches, and the next batch only after operations on moved placement groups have stayed unanswered for long.
 */
export function staleMapTests(bench: () => Bench): void {
  const { names, upload } = fileTools(bench);
  const pool = 'rbd';

  /** Commands that each create a new map. */
  const changes = Array.from({ length: BATCH / 2 + 5 }, () => [
    'osd set noscrub',
    'osd unset noscrub',
  ]).flat();
  const primaryAffinity = (...weights: readonly number[]) =>
    weights.map((weight, osd) => `osd primary-affinity ${osd} ${weight}`);
  const { newestMap, oldestMap } = mapNumbers(bench);

  test('a client with an outdated OSD map gets a newer one before it uses an image or a file', async () => {
    const makeImage = (name: string) =>
      bench().call('createImage', { params: { pool }, body: { name, size: 1 } });
    await makeImage('before');
    await upload('/before', 'before');
    await bench().cluster.commands(...changes, ...primaryAffinity(0, 0, 1, 1), ...changes);
    await expect.poll(oldestMap, { timeout: 60_000 }).toBeGreaterThanOrEqual(await newestMap());
    // Names in different placement groups, of which about half have moved.
    const images = ['one', 'two', 'three', 'four', 'five'].map((name) => () => makeImage(name));
    for (const use of [...images, () => upload('/after', 'after')]) {
      const inTime = AbortSignal.timeout(DEFAULT_TIMEOUT_MS);
      await use();
      expect(inTime.aborted, 'a console would have given up').toBe(false);
    }
    expect(await names('/')).toContain('after');
    await bench().cluster.commands(...primaryAffinity(1, 1, 1, 1));
  }, 120_000);
}

/** The id of the newest map, and the id of the newest map that every OSD has. */
const mapNumbers = (bench: () => Bench) => ({
  newestMap: async () => {
    const { epoch } = JSON.parse(await bench().cluster.ceph('osd', 'dump', '-f', 'json')) as {
      epoch: number;
    };
    return epoch;
  },
  oldestMap: async () => {
    const statuses = await Promise.all(
      [0, 1, 2, 3].map((osd) => bench().cluster.ceph('tell', `osd.${osd}`, 'status')),
    );
    return Math.min(...statuses.map((text) => (JSON.parse(text) as { newest_map: number }).newest_map));
  },
});
