import type { Model } from '../model.ts';
import { requireIdle } from './read.ts';
import type { ImageStore } from './store.ts';

/** The block images as iSCSI gateways need them, by the names of their pools and their own. */
export interface DiskImages {
  /** Creates the image of that size in bytes; one that is there stays as it is. */
  ensure(pool: string, name: string, size: number): void;
  exists(pool: string, name: string): boolean;
  /** @throws Refusal 409 while a task works on the image */
  requireIdle(pool: string, name: string): void;
}

export function diskImages(model: Model, book: ImageStore): DiskImages {
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
