import type { Section } from '../../engine.ts';
import type { Sim } from '../handlers/section.ts';
import { s3BucketHandlers } from './bucketHandlers.ts';
import { s3ObjectHandlers } from './objectHandlers.ts';
import { s3UserHandlers } from './userHandlers.ts';

export const s3Handlers = (sim: Sim) =>
  ({ ...s3UserHandlers(sim), ...s3BucketHandlers(sim), ...s3ObjectHandlers(sim) }) satisfies Section;
