import { type Static, Type } from 'typebox';
import { operation, shape } from '../../operation.ts';

/** The placement groups on an OSD. Parts that the cluster has not reported are absent. */
const GroupsOfOsd = shape({
  osd: Type.Integer({ description: 'number of the OSD' }),
  pgs: Type.Integer({ description: 'placement groups with a copy on it' }),
  scrubbed: Type.Number({ description: 'oldest of their last scrubs, as a Unix timestamp' }),
  deepScrubbed: Type.Number({ description: 'oldest of their last deep scrubs, as a Unix timestamp' }),
});

export const OsdGroups = shape({
  lastUpdated: Type.Number({ description: 'seconds since the scrubs were read; absent before that' }),
  osds: Type.Array(GroupsOfOsd, { description: 'empty until a manager has answered' }),
});
export type OsdGroups = Static<typeof OsdGroups>;

/** The placement groups by OSD. */
export const osdGroups = {
  getOsdGroups: operation({
    method: 'GET',
    path: '/extensions/osds/placement-groups',
    summary: 'How many placement groups each OSD has, and when they were last scrubbed',
    tier: 'read',
    reply: OsdGroups,
  }),
} as const;
