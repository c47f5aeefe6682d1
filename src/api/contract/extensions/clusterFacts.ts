import { type Static, Type } from 'typebox';
import { operation, shape } from '../../operation.ts';

const DaemonVersion = shape({
  kind: Type.String({ description: 'osd, mon, mgr, mds, rgw or another' }),
  version: Type.String({ description: 'such as 20.2.4' }),
  release: Type.String({ description: 'the name of the release, such as tentacle' }),
  count: Type.Integer({ description: 'daemons of that kind and version' }),
});

const Capacity = shape(
  {
    deviceClass: Type.String({ description: 'hdd or ssd' }),
    osds: Type.Integer({ description: 'OSDs whose speed is known' }),
    least: Type.Number(),
    median: Type.Number(),
    most: Type.Number(),
    slowest: Type.String({ description: 'the slowest OSD' }),
  },
  'operations per second, as measured by each OSD on its own disk',
);

const AutoscaledPool = shape({
  pool: Type.String(),
  mode: Type.String({ description: 'on, warn or off' }),
  pgNum: Type.Integer({ description: 'placement groups that it has, or that it is being changed to' }),
  wanted: Type.Integer({ description: 'the number that the autoscaler recommends' }),
  wouldAdjust: Type.Boolean({ description: 'the difference is large enough for the autoscaler to act' }),
});

const FailingDevice = shape({
  id: Type.String({ description: 'maker, model and serial number' }),
  host: Type.String(),
  daemons: Type.Array(Type.String()),
  from: Type.Number({ description: 'earliest end of its life, as a Unix timestamp' }),
  to: Type.Number({ description: 'latest end of its life, as a Unix timestamp' }),
});

/** Facts about the cluster beyond its health. A part that cannot be read is absent, with the reason in `notKnown`. */
export const ClusterFacts = shape({
  daemons: Type.Array(DaemonVersion),
  scheduler: shape({
    queue: Type.String({ description: 'mclock_scheduler, wpq' }),
    profile: Type.String({ description: 'the mClock profile' }),
    capacities: Type.Array(Capacity),
  }),
  balancer: shape({
    active: Type.Boolean(),
    mode: Type.String(),
    result: Type.String({ description: 'result of its last run' }),
  }),
  autoscaler: Type.Array(AutoscaledPool),
  devices: shape({
    known: Type.Integer({ description: 'devices whose health is monitored' }),
    failing: Type.Array(FailingDevice, { description: 'those that are expected to fail' }),
  }),
  stretch: shape({
    enabled: Type.Boolean(),
    tiebreaker: Type.String({ description: 'the monitor that decides between two sites' }),
  }),
  upgrade: shape({
    inProgress: Type.Boolean(),
    paused: Type.Boolean(),
    target: Type.String(),
    progress: Type.String(),
    message: Type.String(),
  }),
  notKnown: Type.Array(shape({ part: Type.String(), reason: Type.String() })),
});
export type ClusterFacts = Static<typeof ClusterFacts>;

/** Operations on the state of the cluster's software: versions, schedulers, manager modules, devices. */
export const clusterFacts = {
  getClusterFacts: operation({
    method: 'GET',
    path: '/extensions/cluster',
    summary: 'Versions of daemons, scheduler, balancer, autoscaler, devices, stretch mode and upgrade',
    tier: 'read',
    reply: ClusterFacts,
  }),
} as const;
