import { listed } from '../../lib/words.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { endedRanks, endedServers, laggyRanks, ranksTakenOver } from '../evidence/laggyRanks.ts';
import { READ_ONLY } from '../evidence/readOnlyRanks.ts';
import type { SetDown } from '../evidence/setDown.ts';
import { earliest, fromChange, fromLog, type Candidate, type Rule } from '../rule.ts';
import { METADATA_CHECKS, ofCheck, ofDaemon } from '../symptomIds.ts';
import { checkRule } from './checkRule.ts';
import { type LostDaemons, lostDaemons } from './lostDaemons.ts';

/**
 * A filesystem lacks a metadata server: one has exited, a rank is damaged, none may join it, or fewer run than it is set
 * to have. Or it has one that refuses changes.
 */
export const mdsDown: Rule = {
  kind: 'mds-down',
  cost: 1,
  propose: (evidence) => [...unserved(evidence), ...readOnly.propose(evidence)],
};

/** A metadata server refuses all changes since an error of writing its metadata, or because it was told to. */
const readOnly = checkRule({
  kind: 'mds-down',
  codes: ['MDS_READ_ONLY'],
  object: READ_ONLY,
  text: (servers) =>
    `${listed(servers, 3) || 'a metadata server'} is read-only: no file can be changed there`,
  stopsService: true,
  next: [
    'read in its log which write to the metadata pool failed, and see that this pool serves',
    'then restart it: it stays read-only until then',
  ],
});

/** A filesystem that lacks a metadata server. */
function unserved(evidence: DiagnosticEvidence): readonly Candidate[] {
  const lost = lostDaemons(evidence, 'mds');
  const { online = 0, total = 0 } = evidence.status?.mds ?? {};
  const raised = METADATA_CHECKS.filter((code) => evidence.checks.has(code));
  if (evidence.setDown !== undefined) return [setDownCandidate(evidence.setDown)];
  if (raised.length === 0 && lost.exits.length === 0 && online >= total) return [];
  const state =
    damaged(evidence) ??
    closed(evidence) ??
    (lost.names.length > 0 ? undefined : (tooFew(evidence) ?? takenOver(evidence)));
  return [{ ...candidateOf(evidence, lost), ...state }];
}

/** Somebody set a filesystem down, which Ceph calls healthy. */
function setDownCandidate({ name, change }: SetDown): Candidate {
  return {
    kind: 'mds-down',
    objects: name === undefined ? ['mds'] : [name],
    since: change?.at,
    explains: [...METADATA_CHECKS.map(ofCheck), ofDaemon('mds')],
    stopsService: true,
    against: [],
    isProven: true,
    text: `${name ?? 'a filesystem'} is set down: it has no metadata server, and cannot serve I/O`,
    proofs: [
      { text: 'max_mds of the filesystem is 0', source: 'status' },
      ...(change === undefined ? [] : [fromChange(change)]),
    ],
    next: [`ask who set it down; \`ceph fs set ${name ?? 'NAME'} down false\` brings it back`],
  };
}

/** The particular circumstances of the lack of a metadata server. */
type MdsCase = Pick<Candidate, 'text' | 'next' | 'isProven'> &
  Partial<Pick<Candidate, 'objects' | 'host' | 'since' | 'proofs'>>;

/** Details of MDS_DAMAGE about a rank: `fs storefs mds.0 is damaged`. */
const DAMAGED = /^fs (.+) mds\.(\d+) is damaged/;

/** A rank that is damaged is not given to any metadata server, whether one runs or not. */
function damaged({ checks }: DiagnosticEvidence): MdsCase | undefined {
  const ranks = (checks.get('MDS_DAMAGE')?.detail ?? []).flatMap((line) => {
    const [, name, rank] = DAMAGED.exec(line) ?? [];
    return name === undefined ? [] : [{ name: `${name}:${rank}`, text: `rank ${rank} of ${name}` }];
  });
  const [first] = ranks;
  if (first === undefined) return undefined;
  return {
    isProven: true,
    text: `${listed(
      ranks.map(({ text }) => text),
      3,
    )} ${ranks.length === 1 ? 'is' : 'are'} marked damaged: no metadata server takes ${ranks.length === 1 ? 'it' : 'them'}`,
    next: [
      'read in the logs of the metadata servers what could not be read, and see whether its OSDs serve it',
      `once that is repaired: \`ceph mds repaired ${first.name}\``,
    ],
  };
}

/** Matches the commands after which a filesystem takes no metadata server; captures its name. */
const CLOSING = /^fs (?:fail (\S+)|set (\S+) joinable (?:false|no|0)$)/;

/**
 * Metadata servers stand by, but a filesystem without any takes none of them, as after `ceph fs fail`. A server that was lost
 * before is not to blame, as those could replace it; it may even be one of them.
 */
function closed({ checks, status, changes }: DiagnosticEvidence): MdsCase | undefined {
  const { online = 0, up } = status?.mds ?? {};
  const offline = checks.get('MDS_ALL_DOWN');
  if (offline === undefined || checks.has('FS_WITH_FAILED_MDS') || online === 0 || up !== 0) return undefined;
  const [name] = offline.detail.flatMap((line) => /^fs (.+) is offline/.exec(line)?.[1] ?? []);
  const command = changes.findLast(({ text }) => {
    const [, failed, shut] = CLOSING.exec(text) ?? [];
    return name !== undefined && (failed ?? shut) === name;
  });
  return {
    objects: [name ?? 'mds'],
    host: undefined,
    since: command?.at,
    isProven: command !== undefined,
    text: `${name ?? 'the filesystem'} takes no metadata server although one runs${command === undefined ? ', as after `ceph fs fail`' : ': somebody has failed it'}`,
    proofs: [
      { text: offline.message, source: 'health' },
      ...(command === undefined ? [] : [fromChange(command)]),
    ],
    next: [
      `ask who failed it; \`ceph fs set ${name ?? 'NAME'} joinable true\` lets metadata servers join again`,
    ],
  };
}

const TOO_FEW: ReadonlySet<string> = new Set(['MDS_UP_LESS_THAN_MAX', 'MDS_INSUFFICIENT_STANDBY']);

/** All ranks that exist are served, but a filesystem is set to have more metadata servers than run, or that stand by. */
function tooFew({ checks }: DiagnosticEvidence): MdsCase | undefined {
  const raised = METADATA_CHECKS.flatMap((code) => checks.get(code) ?? []);
  const [first] = raised;
  if (first === undefined || raised.some(({ code }) => !TOO_FEW.has(code))) return undefined;
  const detail = first.detail[0] ?? first.message;
  return first.code === 'MDS_UP_LESS_THAN_MAX'
    ? {
        isProven: true,
        text: `fewer metadata servers run than wanted: ${detail}`,
        next: ['start another metadata server, or lower max_mds'],
      }
    : {
        isProven: true,
        text: `too few standby metadata servers: ${detail}`,
        next: ['start another metadata server as a standby'],
      };
}

/** An NFS gateway has a session of 300 s; one that ended without closing it, such as by a loss of power, must return or expire. */
const REPLAYING =
  'wait: clients go on once it is active, after five minutes at most if it waits for an NFS gateway that ended with the one before it';

/** A metadata server takes over a rank, and it is not known which one had it before, or why that one left. */
function takenOver({ status }: DiagnosticEvidence): MdsCase | undefined {
  const [first] = ranksTakenOver(status);
  if (first === undefined) return undefined;
  return {
    isProven: false,
    text: `${first.server} takes over a rank (${first.state}); why the one before it left is not known`,
    next: [
      first.state === 'up:clientreplay' ? REPLAYING : 'wait: clients go on once it is active',
      'read the log of the monitors for the one before it',
    ],
  };
}

function candidateOf(evidence: DiagnosticEvidence, lost: LostDaemons): Candidate {
  const raised = [...METADATA_CHECKS, 'MDS_DAMAGE'].flatMap((code) => evidence.checks.get(code) ?? []);
  const { online = 0, total = 0 } = evidence.status?.mds ?? {};
  const { names, stopped, exits, silent, times } = lost;
  const ended = endedServers(evidence.status);
  const lines = [...exits, ...silent];
  const laggy = laggyRanks(evidence.status);
  const isAlone =
    evidence.checks.has('FS_WITH_FAILED_MDS') || laggy.length > 0 || (total > 0 && online === 0);
  return {
    kind: 'mds-down',
    objects: names.length > 0 ? names : ['mds'],
    host: hostOf(evidence, lost),
    since: earliest(times),
    explains: [
      ...METADATA_CHECKS.map(ofCheck),
      ofDaemon('mds'),
      ...(damaged(evidence) === undefined ? [] : [ofCheck('MDS_DAMAGE')]),
    ],
    stopsService: isAlone || evidence.checks.has('MDS_ALL_DOWN') || endedRanks(evidence.status).length > 0,
    against: [],
    // A metadata server that only stands by gets no rank that would show its return: of several, some may be back.
    isProven:
      isAlone ||
      (ended.length > 0 && ended.length === names.length) ||
      (raised.length > 0 && (names.length === 1 || stopped.length === names.length)),
    text: `${stateWords(lost)}${isAlone ? ', and no standby is left' : lost.hasSuccessor ? ', and a standby took over' : ''}`,
    proofs: [
      ...raised.map(({ message }) => ({ text: message, source: 'health' as const })),
      ...(online < total
        ? [{ text: `metadata servers: ${online} of ${total} run`, source: 'status' as const }]
        : []),
      ...laggy.map(({ server, state }) => ({ text: `${server}: ${state}`, source: 'status' as const })),
      ...ended.map((server) => ({
        text: `nothing listens at the address of ${server} any more`,
        source: 'status' as const,
      })),
      ...lines.slice(-3).map(fromLog),
    ],
    next: [`read the log of ${names[0] ?? 'the metadata server'} and start it again`],
  };
}

/** The server of the metadata server that has stopped, if it is only one. */
function hostOf(
  { servers, status }: DiagnosticEvidence,
  { exits, stopped }: LostDaemons,
): string | undefined {
  if (stopped.length !== 1) return undefined;
  return exits.length === 1 ? servers.get(exits[0]!.server ?? -1) : status?.mds?.missing?.[0]?.server;
}

/** The monitors only know that a metadata server is silent; its server knows that it has stopped. */
function stateWords({ names, stopped }: LostDaemons): string {
  const isMany = names.length > 1;
  const who = names.join(', ') || 'a metadata server';
  if (stopped.length < names.length) return `${who} ${isMany ? 'do' : 'does'} not answer the monitors`;
  return `${who} ${isMany ? 'have' : 'has'} stopped`;
}
