import type { ImageStore } from '../gateways/imageStore.ts';
import type { Model } from '../model.ts';
import type { ImageBook } from './book.ts';
import { requireIdle } from './find.ts';

/** Images as the iSCSI gateways know them: by the names of their pools and of themselves. */
export function imagesByName(model: Model, book: ImageBook): ImageStore {
  const find = (name: string) => model.pools.find((pool) => pool.name === name);
  return {
    ensure(pool, name, size) {
      const home = find(pool);
      if (home !== undefined && book.find(home, name) === undefined) book.create(home, name, size);
    },
    exists(pool, name) {
      const home = find(pool);
      return home !== undefined && book.find(home, name) !== undefined;
    },
    requireIdle(pool, name) {
      const home = find(pool);
      const image = home && book.find(home, name);
      if (image !== undefined) requireIdle(model, image);
    },
  };
}
