import type { Downloads } from '../../downloads.ts';
import type { Section } from '../../engine.ts';
import type { TaskTable } from '../tasks/board.ts';
import { s3BucketHandlers } from './bucketHandlers.ts';
import { s3ObjectHandlers } from './objectHandlers.ts';
import type { ObjectStore } from './objectStore.ts';
import { s3UserHandlers } from './userHandlers.ts';

export const s3Handlers = (store: ObjectStore, tasks: TaskTable, downloads: Downloads) =>
  ({
    ...s3UserHandlers(store),
    ...s3BucketHandlers(store, tasks),
    ...s3ObjectHandlers(store, downloads),
  }) satisfies Section;
