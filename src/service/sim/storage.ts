import { Refusal } from '../engine.ts';
import { ContentStore } from './content/contentStore.ts';
import type { DaemonKind } from './daemons.ts';
import { seedFileTree } from './files/seed.ts';
import { nodesBelow, type FileTree } from './files/tree.ts';
import type { Model } from './model.ts';
import type { ObjectStore } from './s3/model.ts';
import { seedObjectStore } from './s3/seed.ts';

/** What clients have stored in the cluster. It is made when it is first looked at, since few look at it. */
export interface Storage {
  /** @throws Refusal 503 while no S3 gateway answers */
  readonly objectStore: () => ObjectStore;
  /** @throws Refusal 503 while no metadata server is active */
  readonly fileTree: () => FileTree;
  /** What of it was looked at already, and is served now. */
  readonly seen: () => { readonly objectStore?: ObjectStore; readonly fileTree?: FileTree };
  /** Whether a user, a bucket or a directory was there from the beginning. */
  readonly isOld: (subject: object) => boolean;
}

/** @param startedAt what the dates of what is there go back from, in milliseconds since the epoch */
export function createStorage(model: Model, startedAt: number): Storage {
  const contents = new ContentStore();
  let objectStore: ObjectStore | undefined;
  let fileTree: FileTree | undefined;
  const old = new WeakSet<object>();
  const isActive = (kind: DaemonKind) =>
    model.daemons.some((daemon) => daemon.kind === kind && daemon.active);
  const requireActive = (kind: DaemonKind, otherwise: string) => {
    if (!isActive(kind)) throw new Refusal(503, otherwise);
  };
  return {
    objectStore() {
      requireActive('radosgw', 'no S3 gateway answers: start the radosgw of one of the servers');
      if (objectStore === undefined) {
        objectStore = seedObjectStore(model, contents, startedAt);
        for (const subject of [...objectStore.users.values(), ...objectStore.buckets.values()])
          old.add(subject);
      }
      return objectStore;
    },
    fileTree() {
      requireActive(
        'mds',
        'the filesystem has no active metadata server: start an MDS on one of the servers',
      );
      if (fileTree === undefined) {
        fileTree = seedFileTree(model, contents, startedAt);
        for (const node of nodesBelow(fileTree.root)) old.add(node);
      }
      return fileTree;
    },
    seen: () => ({
      ...(objectStore !== undefined && isActive('radosgw') && { objectStore }),
      ...(fileTree !== undefined && isActive('mds') && { fileTree }),
    }),
    isOld: (subject) => old.has(subject),
  };
}
