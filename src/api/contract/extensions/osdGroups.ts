import { type Static, Type } from 'typebox';
import { operation, shape } from '../../operation.ts';

/** The placement groups on an OSD, and the latency of its disk. Parts that the cluster has not reported are absent. */
const GroupsOfOsd = shape({
  osd: Type.Integer({ description: 'number of the OSD' }),
  pgs: Type.Integer({ description: 'placement groups with a copy on it' }),
  scrubbed: Type.Number({ description: 'oldest of their last scrubs, as a Unix timestamp' }),
  deepScrubbed: Type.Number({ description: 'oldest of their last deep scrubs, as a Unix timestamp' }),
  commitMs: Type.Number({
    description: 'last reported commit latency of its disk in milliseconds',
  }),
});

export const OsdGroups = shape({
  lastUpdated: Type.Number({ description: 'seconds since the scrubs were read; absent before that' }),
  osds: Type.Array(GroupsOfOsd, { description: 'empty until a manager has answered' }),
});
export type OsdGroups = Static<typeof OsdGroups>;

/** The placement groups and the commit latency by OSD. */
export const osdGroups = {
  getOsdGroups: operation({
    method: 'GET',
    path: '/extensions/osds/placement-groups',
    summary:
      'How many placement groups each OSD has, when they were last scrubbed, and how fast its disk commits',
    tier: 'read',
    reply: OsdGroups,
  }),
} as const;
