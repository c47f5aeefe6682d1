import { type Static, Type } from 'typebox';
import { shape } from '../operation.ts';

const osd = Type.Integer({ description: 'OSD id' });

/** Waiting requests, from the operations in flight of the queried OSDs. */
const Wait = shape({
  osd,
  waitsFor: Type.Integer({ description: 'OSD id' }),
  requests: Type.Integer(),
  oldest: Type.Number({ description: 'age of the oldest in seconds' }),
});

const Need = shape({
  group: Type.String({ description: 'placement group such as 8.7' }),
  osds: Type.Array(osd, {
    description: 'OSDs that are down and may have what it lacks; empty if none is left',
  }),
});

const Latency = shape({
  osd,
  commitMs: Type.Number({ description: 'commit latency of its disk in milliseconds' }),
});

const Queue = shape({
  osd,
  ms: Type.Number({
    description: 'time in milliseconds for which requests waited until it worked on them',
  }),
});

const Ping = shape({
  from: osd,
  to: osd,
  ms: Type.Number({ description: 'average of a minute, in milliseconds' }),
});

const Link = shape({
  server: Type.String({ description: 'name of the server' }),
  others: Type.Integer({ description: 'other servers between which and it the last pings are known' }),
  slow: Type.Integer({ description: 'those of them to or from which most took 50 ms or longer' }),
  near: Type.Integer({
    description:
      'those of the others that are in the same rack, or whatever contains the server in the CRUSH map',
  }),
  nearSlow: Type.Integer({ description: 'those that are slow and near' }),
  ms: Type.Number({ description: 'time in milliseconds that pings to or from these took' }),
});

const Clock = shape({
  mon: Type.String({ description: 'name of the monitor' }),
  skew: Type.Number({ description: 'seconds ahead of the clock of the leader' }),
});

const ClientLoad = shape({
  client: Type.String({ description: 'such as client.4127' }),
  address: Type.String(),
  pool: Type.String({ description: 'name of the pool that it uses most' }),
  inFlight: Type.Integer({ description: 'requests that the queried OSDs were working on at that moment' }),
});

const Resent = shape({
  server: Type.String({ description: 'name of the server' }),
  sent: Type.Integer({
    description: 'TCP segments that it sent since the previous reading, including those that it resent',
  }),
  again: Type.Integer({ description: 'those that it had to resend' }),
});

const DiskErrors = shape({
  osd,
  server: Type.String({ description: 'name of the server' }),
  device: Type.String({ description: 'such as sda' }),
  errors: Type.Integer({ description: 'kernel log lines about its errors within five minutes' }),
  first: Type.Number({ description: 'age of the oldest of them in seconds' }),
  last: Type.Number({ description: 'age of the newest in seconds' }),
});

const ServerClock = shape({
  ahead: Type.Number({ description: 'seconds by which it is ahead of the clock of the service' }),
  within: Type.Number({ description: 'the largest error of this in seconds' }),
  same: Type.Boolean({ description: 'whether the service runs there, and so has the same clock' }),
  synchronised: Type.Boolean({ description: 'whether a time service adjusts it, according to the kernel' }),
});

const ServerLink = shape({
  name: Type.String({ description: 'such as eth0' }),
  state: Type.String({ description: 'such as up or down' }),
  speed: Type.Integer({ description: 'in Mbit/s' }),
  errors: Type.Integer({ description: 'packets with errors, in either direction, within these seconds' }),
  changes: Type.Integer({ description: 'number of times that it came or went within these seconds' }),
  seconds: Type.Number({ description: 'the time for which these were counted' }),
});

const ServerDisk = shape({
  osd,
  device: Type.String({ description: 'such as sda' }),
  controller: Type.String({
    description: 'PCI address of its controller; missing for a virtual disk',
  }),
  smart: Type.String({ description: 'PASSED or FAILED; read only of disks on which something is wrong' }),
  details: Type.String({ description: 'critical SMART values' }),
});

/** Facts that the service has read on a server. */
const ServerFacts = shape({
  server: Type.String({ description: 'name of the server' }),
  monitors: Type.Array(Type.String(), { description: 'names of the monitors on it' }),
  clock: ServerClock,
  links: Type.Array(ServerLink, { description: 'network interfaces that carry traffic' }),
  disks: Type.Array(ServerDisk, { description: 'disks of its OSDs' }),
  complaints: shape(
    {
      lines: Type.Integer(),
      last: Type.String({ description: 'the newest of these lines' }),
      first: Type.Number({ description: 'age of the oldest in seconds' }),
    },
    'kernel log lines about disk controllers within five minutes',
  ),
  killed: Type.Array(
    shape({
      osd: Type.Integer({ description: 'OSD id; missing if the kernel does not tell it' }),
      seconds: Type.Number({ description: 'seconds since then' }),
    }),
    { description: 'OSDs that the kernel killed for lack of memory within a day' },
  ),
});

const Down = shape({
  osd,
  seconds: Type.Number({ description: 'seconds since it was marked down' }),
});

const Unreached = shape({
  server: Type.String({ description: 'name of the server' }),
  why: Type.String({ description: 'the reason, such as an error of ssh' }),
});

/** The placement groups that recover or wait for it: each reserves the OSD that sends, and those that receive. */
const Recovery = shape({
  groups: Type.Integer({ description: 'placement groups that recover, or wait for it' }),
  parallel: Type.Integer({ description: 'the most of them that an OSD sends at a time, or receives' }),
  pools: Type.Array(
    shape({
      pool: Type.Integer({ description: 'pool id' }),
      left: Type.Number({ description: 'copies of objects that are missing or misplaced' }),
      running: Type.Integer({ description: 'copies of placement groups that are being written' }),
    }),
  ),
  queues: Type.Array(
    shape({
      osd,
      pool: Type.Integer({ description: 'pool id' }),
      sends: Type.Number({ description: 'objects that it is still to send' }),
      receives: Type.Number({ description: 'objects that it is still to receive' }),
    }),
    { description: 'of the OSDs with the most' },
  ),
});

/** The server of a lost daemon, and what it says. */
const whereabouts = {
  server: Type.String({ description: 'name of its server' }),
  runs: Type.Boolean({ description: 'whether its process runs there; absent if that is not known' }),
};

const LostManager = shape({
  mgr: Type.String({ description: 'name of the manager' }),
  listed: Type.Boolean({ description: 'whether the monitors still list it' }),
  seconds: Type.Number({
    description: 'seconds since it was not listed any more; absent if nobody looked then',
  }),
  ...whereabouts,
});

const LostMonitor = shape({
  mon: Type.String({ description: 'name of the monitor' }),
  silent: Type.Boolean({ description: 'whether its address gives no answer, although it did before' }),
  ...whereabouts,
});

/**
 * Details from the daemons beyond the health of the cluster (an extension of the interface). Each list has a limited
 * length and starts with the worst; a missing list could not be read.
 */
export const ClusterEvidence = shape(
  {
    waits: Type.Array(Wait),
    silent: Type.Array(osd, { description: 'OSDs that were asked and did not answer in time' }),
    ended: Type.Array(osd, {
      description: 'OSDs that are down because their daemon has ended, according to the OSD map',
    }),
    down: Type.Array(Down, { description: 'OSDs that are down, according to the OSD map' }),
    needs: Type.Array(Need, {
      description: 'of placement groups that are down or have unfound objects',
    }),
    recovery: Recovery,
    latencies: Type.Array(Latency, { description: 'of the slowest OSDs' }),
    queues: Type.Array(Queue, { description: 'of OSDs with a millisecond or more' }),
    pings: Type.Array(Ping, { description: 'the slowest' }),
    links: Type.Array(Link, {
      description:
        'of servers with slow links, by the last pings of OSDs that wait or are waited for, none of which is older than some seconds',
    }),
    clients: Type.Array(ClientLoad, { description: 'those with the most requests in flight' }),
    resent: Type.Array(Resent, { description: 'of servers on which OSDs wait or are waited for' }),
    diskErrors: Type.Array(DiskErrors, {
      description: 'of servers on which OSDs are down, wait or are waited for',
    }),
    servers: Type.Array(ServerFacts, {
      description:
        'what the service read on servers on which something is wrong, or on which the clocks are to be compared; what could not be read is missing',
    }),
    unreached: Type.Array(Unreached, {
      description:
        'servers on which something is wrong, and of which the kernel log and the network could not be read',
    }),
    lostMonitors: Type.Array(LostMonitor, {
      description: 'monitors that are out of the quorum; without a quorum, all of which something is known',
    }),
    lostManagers: Type.Array(LostManager, {
      description:
        'managers that the monitors listed within the last day, and do not list now; while none answers, also those that do not run',
    }),
    quorum: Type.Array(Type.String(), {
      description: 'names of the monitors in the quorum, the leader first',
    }),
    clocks: Type.Array(Clock, { description: 'monitors whose clock differs from that of the leader' }),
  },
  'an extension: who waits for whom, and what is slow',
);
export type ClusterEvidence = Static<typeof ClusterEvidence>;
export type ServerEvidence = Static<typeof ServerFacts>;
export type RecoveryEvidence = NonNullable<ClusterEvidence['recovery']>;
