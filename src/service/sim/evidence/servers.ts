import type { ClusterEvidence, ServerEvidence } from '../../../api/contract/evidence.ts';
import type { Model } from '../model/model.ts';
import { hash } from '../model/random.ts';
import { type Host, hostAnswers, type Osd } from '../model/topology.ts';
import { daemonsOf } from '../monitors/quorum.ts';

type Waits = NonNullable<ClusterEvidence['waits']>;

/** The maximum number of servers that are read, and of disks of each. */
const [MAX_SERVERS, MAX_DISKS] = [8, 64];
/** The fewest clocks of which one can be said to be wrong. */
const MIN_CLOCKS = 3;
/** The age in seconds from which a waiting request makes its OSDs suspects; the second reading comes some seconds later. */
const [LONG_WAIT, READ_TWICE] = [1, 5];
/** The speed of a link in Mbit/s, and that of a bad one. */
const [SPEED, LOWERED] = [10_000, 1000];
/** The seconds for which the errors of links are counted, and the packets of each second. */
const [WINDOW, PACKETS] = [60, 2000];

/** The facts that are read on the servers on which something is wrong, or on which the clocks are to be compared. */
export function serversOf(model: Model, waits: Waits): Pick<ClusterEvidence, 'servers' | 'resent'> {
  const suspects = suspectsOf(model, waits);
  const compared = waits.some(({ oldest = 0 }) => oldest >= LONG_WAIT) ? model.hosts : [];
  const counts = Map.groupBy(suspects, ({ host }) => host);
  const count = (host: Host) => counts.get(host)?.length ?? 0;
  const waiting = compared.toSorted((a, b) => count(b) - count(a)).slice(0, MAX_SERVERS);
  const hosts = new Set([...[...counts.keys()].slice(0, MAX_SERVERS), ...waiting, ...timed(model)]);
  const read = [...hosts].filter(hostAnswers);
  if (read.length === 0) return {};
  const isReadTwice = waits.some(({ oldest = 0 }) => oldest >= READ_TWICE);
  const suspected = new Set(suspects);
  return {
    servers: read.map((host) => factsOf(model, host, suspected, isReadTwice)),
    ...(isReadTwice &&
      waiting.every(hostAnswers) && { resent: waiting.map((host) => resentBy(model, host)) }),
  };
}

/** The OSDs that are down, and those that have waited or are waited for long. */
function suspectsOf({ osds }: Model, waits: Waits): readonly Osd[] {
  const long = waits.filter(({ oldest = 0 }) => oldest >= LONG_WAIT);
  return [
    ...osds.filter(({ up, destroyed, bucket }) => !up && !destroyed && bucket !== undefined),
    ...long.flatMap(({ osd = -1, waitsFor = -1 }) => [osds[osd]!, osds[waitsFor]!]),
  ];
}

/** If clocks differ, the servers of monitors, and others if these are too few to tell whose clock is wrong. */
function timed(model: Model): readonly Host[] {
  if (model.timeChecks.skews.size === 0) return [];
  const servers = [...new Set(daemonsOf(model, 'mon').map(({ host }) => host))].slice(0, MAX_SERVERS);
  const others = model.hosts.filter((host) => !servers.includes(host));
  return [...servers, ...others.slice(0, Math.max(0, MIN_CLOCKS - servers.length))];
}

function factsOf(model: Model, host: Host, suspects: ReadonlySet<Osd>, isReadTwice: boolean): ServerEvidence {
  const monitors = daemonsOf(model, 'mon').flatMap((mon) => (mon.host === host ? [mon.name] : []));
  const noise = (hash(host.id, model.tick) % 1000) / 1000;
  return {
    server: host.name,
    ...(monitors.length > 0 && { monitors }),
    clock: {
      ahead: Math.round((host.clockOffset + 0.004 * (noise - 0.5)) * 1000) / 1000,
      within: 0.003,
      same: false,
      // A time service may be at work and have a wrong source.
      synchronised: host.clockOffset === 0 || hash(host.id, 1) % 2 === 0,
    },
    ...(isReadTwice && { links: [linkOf(host, noise)] }),
    ...killedOn(model, host),
    disks: disksOn(model, host).map(({ osd, device }) => ({
      osd: osd.id,
      device,
      controller: controllerOf(osd),
      ...(suspects.has(osd) && smartOf(osd)),
    })),
  };
}

/** The seconds for which the kernel's log of killed processes is read. */
const DAY = 86_400;

/** The OSDs that the kernel of a server killed within a day. */
function killedOn({ tick }: Model, { osds }: Host): Pick<ServerEvidence, 'killed'> {
  const killed = osds.flatMap(({ id, killedAt = -DAY }) =>
    tick - killedAt < DAY ? [{ osd: id, seconds: tick - killedAt }] : [],
  );
  return killed.length > 0 ? { killed } : {};
}

/** The link of a server. Of half of the servers with a bad one, the cause is elsewhere, as in a switch, and cannot be seen here. */
function linkOf({ id, link }: Host, noise: number): NonNullable<ServerEvidence['links']>[number] {
  const isSeen = hash(id, 2) % 2 === 0;
  return {
    name: 'eth0',
    state: 'up',
    speed: isSeen && link.delayMs > 0 ? LOWERED : SPEED,
    errors: isSeen ? Math.round(link.loss * PACKETS * WINDOW * (0.5 + noise / 2)) : 0,
    changes: 0,
    seconds: WINDOW,
  };
}

/** The segments of some seconds: a server also sends again what a server with a bad link has lost. */
function resentBy({ hosts, tick }: Model, host: Host): NonNullable<ClusterEvidence['resent']>[number] {
  const others = hosts.filter((one) => one !== host && hostAnswers(one));
  const lost = others.reduce((sum, { link }) => sum + link.loss, 0) / Math.max(1, others.length);
  const share = 0.002 + host.link.loss + (1 - host.link.loss) * lost;
  const sent = 600 + (hash(host.id, tick, 3) % 3000);
  return { server: host.name, sent, again: Math.round(sent * share) };
}

/** The disks of the OSDs of a server that the server sees. */
const disksOn = ({ disks }: Model, host: Host) =>
  disks
    .flatMap(({ osd, name, missing }) => (osd?.host === host && !missing ? [{ osd, device: name }] : []))
    .slice(0, MAX_DISKS);

const smartOf = ({ smart: { status, details } }: Osd) => ({
  smart: status === 'FAILING' ? 'FAILED' : 'PASSED',
  details,
});

/** The PCI address of a disk's controller: NVMe drives have their own, unless the others are too few to be behind one. */
function controllerOf({ deviceClass, host: { osds }, id }: Osd): string {
  const behind = osds.filter((osd) => osd.deviceClass !== 'nvme');
  if (deviceClass !== 'nvme' || behind.length < 2) return '0000:3b:00.0';
  return `0000:${(0x5e + osds.findIndex((osd) => osd.id === id)).toString(16)}:00.0`;
}
