import type { Section } from '../../engine.ts';
import { noParent, refuseImageDeletion, refuseOtherImage } from '../../rules/images.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { requireConsent } from '../../values/consent.ts';
import type { ServedDisks } from '../iscsi/servedDisks.ts';
import type { Inventory } from '../map/inventory.ts';
import { findPool } from '../pools/find.ts';
import type { TaskTable } from '../tasks/board.ts';
import { toRbdImage, type Images } from './client.ts';
import { cloneSnapshot, createImage } from './create.ts';
import { deletionJob, flattenJob } from './jobs.ts';
import type { OutcomeParts } from './outcome.ts';
import { createSnapshot, deleteSnapshot, updateImage, updateSnapshot } from './write.ts';

/** The default page size: each image on a page has to be opened. */
const DEFAULT_PAGE = 100;

interface ImageParts extends OutcomeParts {
  readonly images: Images;
  readonly inventory: Inventory;
  readonly tasks: TaskTable;
  readonly served: ServedDisks;
}

/** Manages images; refuses to rename, shrink or delete one that a gateway serves. */
export function imageHandlers({ images, inventory, tasks, served, ...outcome }: ImageParts) {
  const creationParts = { images, ...outcome };
  /** The image that a request names. @throws Refusal 404 for a pool that does not exist */
  const specOf = async ({ pool, rbd }: { readonly pool: string; readonly rbd: string }) => {
    await findPool(inventory, pool);
    return { pool, image: rbd };
  };

  return {
    async listImages({ params: { pool }, query: { limit = DEFAULT_PAGE, offset = 0, order = 'ASC' } = {} }) {
      await findPool(inventory, pool);
      const names = await images.names(pool);
      const ordered = order === 'ASC' ? names : names.toReversed();
      const page = ordered.slice(offset, offset + limit);
      const infos = await images.describe(pool, page);
      const data = page.map((name, index) => {
        const info = infos[index];
        return info ? toRbdImage(info) : { name };
      });
      return { data, totalElements: names.length };
    },
    getImage: async ({ params }) => toRbdImage(await images.find(await specOf(params))),
    async createImage({ params: { pool }, body }) {
      await createImage({ ...creationParts, pools: await inventory.pools() }, pool, body);
    },
    async updateImage({ params, body }) {
      const spec = await specOf(params);
      const { name = spec.image, size } = body;
      if (name !== spec.image) await served.requireFree(spec, 'renamed');
      if (size !== undefined && size < (await images.find(spec)).size)
        await served.requireFree(spec, 'shrunk');
      await updateImage(images, spec, body);
    },
    async deleteImage({ params, body }, { by }) {
      const spec = await specOf(params);
      const users = await images.users(spec);
      enforce(refuseOtherImage(spec, body));
      requireConsent(body.thisWillDeleteData, spec.image);
      await served.requireFree(spec, 'deleted');
      enforce(refuseImageDeletion(spec, users));
      return tasks.start(await deletionJob(images, spec, by));
    },

    createSnapshot: async ({ params }) => createSnapshot(images, await specOf(params), params.snap),
    deleteSnapshot: async ({ params }) => deleteSnapshot(images, await specOf(params), params.snap),
    updateSnapshot: async ({ params, body }) =>
      updateSnapshot(images, await specOf(params), params.snap, body),
    async cloneSnapshot({ params, body: { pool, name } }) {
      const from = { ...(await specOf(params)), snapshot: params.snap };
      const pools = await inventory.pools();
      await cloneSnapshot({ ...creationParts, pools }, { from, to: { pool, image: name } });
    },
    async flattenImage({ params }, { by }) {
      const spec = await specOf(params);
      const { parent } = await images.find(spec);
      if (!parent) throw refusal(noParent(spec));
      return tasks.start(await flattenJob(images, spec, by));
    },
  } satisfies Section;
}
