import type { Section } from '../../engine.ts';
import { refuseOtherImage } from '../../rules/images.ts';
import { enforce } from '../../rules/refused.ts';
import { requireConsent } from '../../values/consent.ts';
import type { Sim } from '../handlers/section.ts';
import { logManagement } from '../log/write.ts';
import { poolOrRefuse } from '../pools/read.ts';
import { cloneSnapshot, createImage } from './create.ts';
import { imageName, toRbdImage } from './image.ts';
import { deletionJob, flattenJob } from './jobs.ts';
import { findImage, findSnapshot, requireIdle } from './read.ts';
import { createSnapshot, deleteSnapshot, updateImage, updateSnapshot } from './write.ts';

export const imageHandlers = ({ model, images: store }: Sim) => {
  const find = ({ pool, rbd }: { pool: string; rbd: string }) => findImage(model, store, pool, rbd);
  /** Finds an image on which no task is working. @throws Refusal 404, 409 */
  const findIdle = (params: { pool: string; rbd: string }) => {
    const image = find(params);
    requireIdle(model, image);
    return image;
  };
  const log = (message: string) => logManagement(model, 'notice', message);
  return {
    /** Sorted by name. */
    listImages({ params, query: { limit, offset = 0, order = 'ASC' } = {} }) {
      const images = store
        .in(poolOrRefuse(model, params.pool))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
      if (order === 'DESC') images.reverse();
      const page = images.slice(offset, limit === undefined ? undefined : offset + limit);
      return { data: page.map(toRbdImage), totalElements: images.length };
    },
    getImage: ({ params }) => toRbdImage(find(params)),
    createImage({ params, body }) {
      createImage(model, store, params.pool, body);
      log(`image ${params.pool}/${body.name} created, ${body.size} bytes`);
    },
    updateImage({ params, body }) {
      const image = find(params);
      updateImage(model, store, image, body);
      log(`image ${params.pool}/${params.rbd} changed: ${imageName(image)}, ${image.size} bytes`);
    },
    deleteImage({ params, body }, { by }) {
      const image = find(params);
      enforce(refuseOtherImage({ pool: params.pool, image: params.rbd }, body));
      requireConsent(body.thisWillDeleteData, image.name);
      const task = model.tasks.start(deletionJob(model, store, image, by));
      logManagement(model, 'warning', `deletion of the image ${imageName(image)} requested`);
      return task;
    },
    flattenImage: ({ params }, { by }) => model.tasks.start(flattenJob(model, store, find(params), by)),
    createSnapshot: ({ params }) => createSnapshot(store, findIdle(params), params.snap),
    deleteSnapshot({ params }) {
      const image = findIdle(params);
      deleteSnapshot(store, image, findSnapshot(image, params.snap));
      log(`snapshot ${imageName(image)}@${params.snap} deleted`);
    },
    updateSnapshot({ params, body }) {
      const image = findIdle(params);
      updateSnapshot(store, image, findSnapshot(image, params.snap), body);
    },
    cloneSnapshot: ({ params: { pool, rbd, snap }, body }) =>
      cloneSnapshot(model, store, { pool, image: rbd, snapshot: snap }, body),
  } satisfies Section;
};
