import { Refusal } from '../engine.ts';
import { ContentStore } from './content/contentStore.ts';
import type { DaemonKind } from './daemons.ts';
import { seedFileTree } from './files/seed.ts';
import type { FileTree } from './files/tree.ts';
import type { Model } from './model.ts';
import type { ObjectStore } from './s3/model.ts';
import { seedObjectStore } from './s3/seed.ts';

/** What clients have stored in the cluster. It is made when it is first looked at, since few look at it. */
export interface Storage {
  /** @throws Refusal 503 while no S3 gateway answers */
  readonly objectStore: () => ObjectStore;
  /** @throws Refusal 503 while no metadata server is active */
  readonly fileTree: () => FileTree;
}

/** @param startedAt what the dates of what is there go back from, in milliseconds since the epoch */
export function createStorage(model: Model, startedAt: number): Storage {
  const contents = new ContentStore();
  let objectStore: ObjectStore | undefined;
  let fileTree: FileTree | undefined;
  const requireActive = (kind: DaemonKind, otherwise: string) => {
    if (!model.daemons.some((daemon) => daemon.kind === kind && daemon.active))
      throw new Refusal(503, otherwise);
  };
  return {
    objectStore() {
      requireActive('radosgw', 'no S3 gateway answers: start the radosgw of one of the servers');
      return (objectStore ??= seedObjectStore(model, contents, startedAt));
    },
    fileTree() {
      requireActive(
        'mds',
        'the filesystem has no active metadata server: start an MDS on one of the servers',
      );
      return (fileTree ??= seedFileTree(model, contents, startedAt));
    },
  };
}
