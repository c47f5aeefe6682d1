import { duration } from '../../lib/format.ts';
import { plural } from '../../lib/words.ts';
import { linesOn, type DiagnosticEvidence } from '../evidence/evidence.ts';
import { failedSince, isRefused, lastFailure } from '../evidence/failures.ts';
import type { LogLine } from '../evidence/log.ts';
import { lostMonitors } from '../evidence/lostMonitors.ts';
import type { OsdState, Place } from '../evidence/osds.ts';
import { fromLog, type Candidate, type Rule } from '../rule.ts';
import { ofCheck, ofOsd, PLACE_SYMPTOMS, SERVING_SYMPTOMS, SLOW_PINGS } from '../symptomIds.ts';
import { type HostLink, linksOrRacks } from './hostLink.ts';
import { lossOfDaemons, silentSeconds } from './placeDaemons.ts';
import {
  hasEnded,
  hasMonitor,
  hasRestarted,
  isReportedRunning,
  serversMissed,
  signsOfLife,
} from './signsOfLife.ts';

/**
 * The network link of a server goes down and comes back: its OSDs are marked down together, and at least one of them says
 * that it ran. Others may have booted again before they learned of it.
 */
export const linkFlap: Rule = {
  kind: 'link-flap',
  cost: 2,
  propose: (evidence) =>
    linksOrRacks(
      evidence,
      hostsOf(evidence).flatMap((host) => flappingLink(evidence, host) ?? []),
    ),
};

/**
 * The OSDs of a server run and reach the monitors, but their peers do not hear them: the cluster network drops large packets
 * (an MTU mismatch; heartbeats are padded to osd_heartbeat_min_size), or it is cut.
 */
export const netMtu: Rule = {
  kind: 'net-mtu',
  cost: 3,
  propose: (evidence) =>
    linksOrRacks(
      evidence,
      hostsOf(evidence).flatMap((host) => unheardHost(evidence, host) ?? []),
    ),
};

const hostsOf = ({ troubled }: DiagnosticEvidence): readonly Place[] =>
  troubled.filter(({ type }) => type === 'HOST');

/** The time in milliseconds after the last log line from which the problem counts as over. */
const OVER_MS = 5 * 60_000;
/** The time in milliseconds after which a link that is back slows down nothing. */
const PRESENT_MS = 60_000;
/** The time in milliseconds within which the OSDs of a server that loses its link are marked down. */
const TOGETHER_MS = 60_000;
/** The number of affected OSDs from which their server is suspected. */
const MIN_OSDS = 2;

/** The symptoms that a bad link of a server explains. */
const explainedBy = ({ osds }: Place): readonly string[] => [
  ...osds.flatMap(({ id }) => (['down', 'silent', 'waited', 'flap'] as const).map((what) => ofOsd(what, id))),
  SLOW_PINGS,
  ...SERVING_SYMPTOMS,
  ...PLACE_SYMPTOMS,
];

/** The time of the first of some lines, or since when an OSD was silent according to one of them. */
const earliestOf = (evidence: DiagnosticEvidence, lines: readonly LogLine[]): number =>
  Math.min(evidence.at, ...lines.map((line) => failedSince(line) ?? line.at));

/** The kernel's lines about the links of a server. */
const linkLines = ({ log, servers }: DiagnosticEvidence, { name }: Place): readonly LogLine[] =>
  log.link.filter(({ server, service }) => service === 'kernel' && servers.get(server ?? -1) === name);

function flappingLink(evidence: DiagnosticEvidence, host: Place): HostLink | undefined {
  const hit = lostTogether(evidence, host);
  if (hit.length < MIN_OSDS || hit.length < host.osds.length / 2) return undefined;
  const links = linkLines(evidence, host);
  const running = hit.flatMap((osd) => linesOn(evidence, 'stillRunning', osd));
  if (running.length === 0 || (links.length === 0 && !hit.some((osd) => isBack(evidence, osd))))
    return undefined;
  const lines = links.length > 0 ? links : running;
  const quietMs = evidence.at - Math.max(...[...lines, ...running].map(({ at }) => at));
  if (quietMs > OVER_MS) return undefined;
  const failures = hit.flatMap((osd) => linesOn(evidence, 'failed', osd).slice(0, 1));
  const isRepeated = hit.some((osd) => linesOn(evidence, 'failed', osd).length > 1);
  const since = earliestOf(evidence, [...lines, ...failures]);
  const candidate: Omit<Candidate, 'text' | 'next'> = {
    kind: 'link-flap',
    objects: [host.name],
    host: host.name,
    since,
    isOver: quietMs > PRESENT_MS && host.osds.every(({ up }) => up),
    explains: [...explainedBy(host), ...lossOfDaemons(evidence, host, since)],
    against: [],
    isProven: links.length > 1,
    proofs: [
      ...lines.slice(-2),
      ...hit.slice(0, 2).flatMap((osd) => linesOn(evidence, 'stillRunning', osd).slice(-1)),
    ].map(fromLog),
  };
  return {
    host,
    candidate,
    lost: hit.length,
    wordsFor: (place, lost) => ({
      text: `the link of ${place} ${isRepeated ? 'comes and goes' : 'was lost for a while'}: ${lost} of its OSDs were marked down while they ran`,
      next: [`check cable, port and switch of ${place}`],
    }),
  };
}

/** The OSDs of a server that were marked down for lack of heartbeats at about the same time as another one of it. */
function lostTogether(evidence: DiagnosticEvidence, { osds }: Place): readonly OsdState[] {
  const losses = osds.flatMap((osd) =>
    linesOn(evidence, 'failed', osd)
      .filter((line) => !isRefused(line))
      .map(({ at }) => ({ osd, at })),
  );
  const hasCompany = ({ osd, at }: (typeof losses)[number]) =>
    losses.some((other) => other.osd !== osd && Math.abs(other.at - at) <= TOGETHER_MS);
  return [...new Set(losses.filter(hasCompany).map(({ osd }) => osd))];
}

/** True if an OSD has booted since it was first marked down. */
function isBack(evidence: DiagnosticEvidence, osd: OsdState): boolean {
  const [failure] = linesOn(evidence, 'failed', osd);
  return (
    osd.up || linesOn(evidence, 'booted', osd).some(({ at }) => failure !== undefined && at > failure.at)
  );
}

/** The number of other servers that an OSD must miss before it counts as unheard itself. */
const MIN_MISSED = 2;
/** The share of a server's OSDs that must be unheard. */
const MIN_SHARE = 0.8;
/** The time in milliseconds within which OSDs boot again if their link was only lost for a while. */
const BOOTS_MS = 6000;

function unheardHost(evidence: DiagnosticEvidence, host: Place): HostLink | undefined {
  const inUse = host.osds.filter((osd) => osd.up || osd.in || lastFailure(evidence, osd) !== undefined);
  const unheard = inUse.filter((osd) => isUnheard(evidence, osd));
  if (unheard.length < MIN_OSDS || unheard.length < MIN_SHARE * inUse.length) return undefined;
  if (flappingLink(evidence, host) !== undefined) return undefined;
  const signs = unheard.flatMap((osd) => signsOfLife(evidence, osd).slice(-1));
  const reported = unheard.filter((osd) => isReportedRunning(evidence, osd));
  if (signs.length === 0 && reported.length === 0 && !hasMonitor(evidence, host)) return undefined;
  const failures = unheard.flatMap((osd) => lastFailure(evidence, osd) ?? []);
  if (hasRestarted(evidence, host, failures)) return undefined;
  const mayBoot = failures.some(({ at }) => evidence.at - at < BOOTS_MS);
  const since = earliestOf(evidence, failures);
  const isMonitorLost = evidence.checks.has('MON_DOWN') || lostMonitors(evidence).length > 0;
  const lost = isMonitorLost ? lossOfDaemons(evidence, host, since) : [];
  // Monitors use the public network: if the one there is lost too, not only the cluster network is cut.
  const isCutOff = lost.includes(ofCheck('MON_DOWN'));
  const candidate: Omit<Candidate, 'text' | 'next'> = {
    kind: 'net-mtu',
    objects: [host.name],
    host: host.name,
    since,
    explains: [...explainedBy(host), ...(isCutOff ? lost : [])],
    against: [],
    isProven: false,
    proofs: [
      ...failures.slice(0, 1).map(fromLog),
      ...signs.slice(0, 2).map(fromLog),
      ...(signs.length === 0 && reported.length > 0
        ? [
            {
              text: `${host.name} reported ${duration(silentSeconds(reported))} ago that the daemons of ${plural(reported.length, 'OSD')} there run`,
              source: 'disks',
            } as const,
          ]
        : []),
      ...(hasMonitor(evidence, host)
        ? [{ text: `the monitor on ${host.name} is in the quorum`, source: 'daemons' } as const]
        : []),
    ],
  };
  return {
    host,
    candidate,
    lost: unheard.length,
    wordsFor: (place) => ({
      text:
        mayBoot || isCutOff
          ? `the link of ${place} was lost, or drops large packets`
          : `the cluster network of ${place} is cut or drops large packets`,
      next: [
        `check link and MTU of ${place}${isCutOff ? '' : ' in the cluster network'}; ping with large packets`,
      ],
    }),
  };
}

/** True if an OSD was marked down for lack of heartbeats and has not booted again, or if it misses its peers. */
function isUnheard(evidence: DiagnosticEvidence, osd: OsdState): boolean {
  if (osd.up) return serversMissed(evidence, osd) >= MIN_MISSED;
  return lastFailure(evidence, osd) !== undefined && !hasEnded(evidence, osd);
}
