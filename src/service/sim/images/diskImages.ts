import type { Model } from '../model/model.ts';
import { requireIdle } from './read.ts';
import type { ImageStore } from './store.ts';

/** The block images as the iSCSI section needs them, by the name of the pool and the image. */
export interface DiskImages {
  /** Creates an image of this size in bytes, unless it exists. */
  ensure(pool: string, name: string, size: number): void;
  exists(pool: string, name: string): boolean;
  /** @throws Refusal 409 while a task is working on the image */
  requireIdle(pool: string, name: string): void;
}

export function diskImages(model: Model, store: ImageStore): DiskImages {
  const find = (name: string) => model.pools.find((pool) => pool.name === name);
  return {
    ensure(pool, name, size) {
      const home = find(pool);
      if (home !== undefined && store.find(home, name) === undefined) store.create(home, name, size);
    },
    exists(pool, name) {
      const home = find(pool);
      return home !== undefined && store.find(home, name) !== undefined;
    },
    requireIdle(pool, name) {
      const home = find(pool);
      const image = home && store.find(home, name);
      if (image !== undefined) requireIdle(model, image);
    },
  };
}
