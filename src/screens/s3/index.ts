import type { Screen } from '../screen.ts';
import { buckets } from './buckets.ts';
import { cors } from './cors.ts';
import { grants } from './grants.ts';
import { objects } from './objects.ts';
import { subusers } from './subusers.ts';
import { users } from './users.ts';

export const s3Screens: readonly Screen[] = [users, subusers, buckets, grants, cors, objects];
