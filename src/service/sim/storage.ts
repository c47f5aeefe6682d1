import { noMetadataServer } from '../rules/files.ts';
import { refusal, type Refused } from '../rules/refused.ts';
import { noGateway } from '../rules/s3.ts';
import { ContentStore } from './content/contentStore.ts';
import { holdsFiles, restoreFiles } from './files/saved.ts';
import { seedFileTree } from './files/seed.ts';
import { nodesBelow, type FileTree } from './files/tree.ts';
import type { DaemonKind } from './model/daemons.ts';
import type { Model } from './model/model.ts';
import { memoryPersistence, type Persistence } from './persistence/persistence.ts';
import type { SimObjectStore } from './s3/model.ts';
import { holdsObjectStore, restoreObjectStore } from './s3/restore.ts';
import { recordSeeds } from './s3/saved.ts';
import { seedObjectStore } from './s3/seed.ts';

/** The data that clients have stored in the cluster. It is generated at its first use, because it is rarely used. */
export interface Storage {
  /** @throws Refusal 503 while no S3 gateway answers */
  readonly objectStore: () => SimObjectStore;
  /** @throws Refusal 503 while no metadata server is active */
  readonly fileTree: () => FileTree;
  /** The parts that are loaded already and can be served now. */
  readonly loaded: () => { readonly objectStore?: SimObjectStore; readonly fileTree?: FileTree };
  /** True if a user, a bucket or a directory is part of the initial data. */
  readonly isSeeded: (subject: object) => boolean;
}

/**
 * Creates the storage, and loads at once what operators have changed in it, so that an error shows at the start.
 * @param startedAt reference of the dates of the initial data, in milliseconds since the epoch
 */
export function createStorage(
  model: Model,
  startedAt: number,
  persistence: Persistence = memoryPersistence(),
): Storage {
  const contents = new ContentStore(persistence);
  let objectStore: SimObjectStore | undefined;
  let fileTree: FileTree | undefined;
  const old = new WeakSet<object>();
  const isActive = (kind: DaemonKind) =>
    model.daemons.some((daemon) => daemon.kind === kind && daemon.active);
  const requireActive = (kind: DaemonKind, otherwise: Refused) => {
    if (!isActive(kind)) throw refusal(otherwise);
  };
  const makeObjectStore = () => {
    const made = seedObjectStore(model, contents, startedAt, persistence);
    for (const subject of [...made.users.values(), ...made.buckets.values()]) old.add(subject);
    recordSeeds(made);
    restoreObjectStore(made, persistence);
    return made;
  };
  const makeFileTree = () => {
    const made = seedFileTree(model, contents, startedAt, persistence);
    for (const node of nodesBelow(made.root)) old.add(node);
    restoreFiles(made, persistence);
    return made;
  };
  if (holdsObjectStore(persistence)) objectStore = makeObjectStore();
  if (holdsFiles(persistence)) fileTree = makeFileTree();
  return {
    objectStore() {
      requireActive('radosgw', noGateway());
      return (objectStore ??= makeObjectStore());
    },
    fileTree() {
      requireActive('mds', noMetadataServer('storefs'));
      return (fileTree ??= makeFileTree());
    },
    loaded: () => ({
      ...(objectStore !== undefined && isActive('radosgw') && { objectStore }),
      ...(fileTree !== undefined && isActive('mds') && { fileTree }),
    }),
    isSeeded: (subject) => old.has(subject),
  };
}
