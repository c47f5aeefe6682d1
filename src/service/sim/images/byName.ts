import type { ImageStore } from '../gateways/imageStore.ts';
import type { Model } from '../model.ts';
import type { ImageBook } from './book.ts';

/** Images as the iSCSI gateways know them: by the names of their pools and of themselves. */
export function imagesByName({ pools }: Model, book: ImageBook): ImageStore {
  const find = (name: string) => pools.find((pool) => pool.name === name);
  return {
    ensure(pool, name, size) {
      const home = find(pool);
      if (home !== undefined && book.find(home, name) === undefined) book.create(home, name, size);
    },
    exists(pool, name) {
      const home = find(pool);
      return home !== undefined && book.find(home, name) !== undefined;
    },
  };
}
