import { fields, number } from '../../lib/untyped.ts';
import { MANAGER_CHECKS } from '../evidence/checks.ts';
import { type DiagnosticEvidence, exitsOf } from '../evidence/evidence.ts';
import { type Candidate, earliest, fromLog, onHost, type Proof, type Rule } from '../rule.ts';
import { GATEWAY_FIELDS, GATEWAYS, ofCheck, ofDaemon } from '../symptomIds.ts';
import { managerIsSilent } from '../symptoms.ts';
import { type LostDaemons, lostDaemons } from './lostDaemons.ts';

/** No manager is active: statistics are not updated, and data that only a manager has could not be read. */
export const mgrDown: Rule = {
  kind: 'mgr-down',
  cost: 1,
  propose(evidence) {
    const down = evidence.checks.get('MGR_DOWN');
    const check = down ?? evidence.checks.get('MGR_SILENT');
    if (check === undefined && !(evidence.daemons !== undefined && managerIsSilent(evidence))) return [];
    const lost = lostDaemons(evidence, 'mgr');
    // Several that ended, of which the monitors have not said that one took over, leave none.
    const [firstExit] = lost.exits;
    const hasTakenOver = evidence.log.managers.some(({ at }) => at > (firstExit?.at ?? 0));
    const areGone = down !== undefined || (!hasTakenOver && lost.exits.length > 1);
    const proof: Proof =
      check === undefined
        ? { text: 'the manager did not answer, others did', source: 'daemons' }
        : { text: check.message, source: 'health' };
    return [
      {
        kind: 'mgr-down',
        explains: [...MANAGER_CHECKS.map(ofCheck), ofDaemon('mgr')],
        against: [],
        isProven: down !== undefined,
        ...(areGone ? noManager(withForgotten(evidence, lost), proof) : silentManager(evidence, lost, proof)),
      },
    ];
  },
};

type ManagerState = Pick<Candidate, 'objects' | 'since' | 'text' | 'proofs' | 'next'>;

/** The lost managers with those that the monitors do not list any more: they forget a standby without a word. */
const withForgotten = ({ daemons }: DiagnosticEvidence, lost: LostDaemons): LostDaemons => ({
  ...lost,
  names: [
    ...new Set([
      ...lost.names,
      ...(daemons?.lostManagers ?? []).flatMap(({ mgr }) => (mgr === undefined ? [] : `mgr.${mgr}`)),
    ]),
  ],
});

/** The monitors have given up the last manager. */
function noManager({ names, exits, silent, times }: LostDaemons, proof: Proof): ManagerState {
  const lines = [...exits, ...silent];
  const state = exits.length < names.length ? 'not heard by the monitors' : 'stopped';
  return {
    objects: names.length > 0 ? names : ['mgr'],
    // One is enough: none runs since the last one has gone.
    since: times.length === 0 ? undefined : Math.max(...times),
    text: `no manager is running${names.length > 0 ? `: ${names.join(', ')} ${state}` : ''}; statistics are frozen`,
    proofs: [proof, ...lines.slice(-2).map(fromLog)],
    next: [`start ${names[0] ?? 'a manager'}; read its log for why it stopped`],
  };
}

/** The active manager does not answer, but the monitors still count on it: those that were replaced before are not to blame. */
function silentManager(
  { log, status }: DiagnosticEvidence,
  { exits }: LostDaemons,
  proof: Proof,
): ManagerState {
  const [active] = log.managers.at(-1)?.found ?? [];
  const ended = exits.filter(({ found }) => active === undefined || found[1] === active).slice(-1);
  const name = active ?? ended[0]?.found[1];
  const who = name === undefined ? 'the active manager' : `mgr.${name}`;
  const standbys = number(fields(fields(status?.storeStatus)?.mgrmap)?.num_standbys);
  const look = `${who} and start it again; read its log for why it ${ended.length > 0 ? 'stopped' : 'is silent'}`;
  return {
    objects: [name === undefined ? 'mgr' : who],
    since: ended[0]?.at,
    text: `${name === undefined ? who : `the active manager ${who}`} ${ended.length > 0 ? 'has stopped' : 'does not answer'}${standbys === 0 ? ', and none stands by' : ''}; statistics are frozen`,
    proofs: [proof, ...ended.map(fromLog)],
    next:
      standbys === undefined || standbys === 0
        ? [`look at ${look}`]
        : ['wait: a standby takes over about 30 s after the last sign of life', `look at ${look}`],
  };
}

/** Gateways that should run do not; Ceph has no health check for it. */
export const gatewayDown: Rule = {
  kind: 'gateway-down',
  cost: 1,
  propose: (evidence) =>
    GATEWAY_FIELDS.flatMap((field) => {
      const { online, total, missing = [] } = evidence.status?.[field] ?? {};
      if (online === undefined || total === undefined || online >= total) return [];
      const kind = GATEWAYS[field];
      const known = new Set<string | undefined>(missing.map(({ name }) => name));
      const exits = exitsOf(evidence, kind)
        .filter(({ found }) => known.size === 0 || known.has(found[1]))
        .slice(-(total - online));
      // A service that does not name them may still log their exits.
      const names = known.size > 0 ? [...known] : exits.map(({ found }) => found[1]);
      const objects = names.map((name) => `${kind}.${name}`);
      const [server] = missing.length === 1 ? missing.map((one) => one.server) : [];
      const exitedOn = exits.length === 1 ? evidence.servers.get(exits[0]!.server ?? -1) : undefined;
      const host = server ?? exitedOn;
      const isProven = exits.length === total - online;
      return [
        {
          kind: 'gateway-down',
          objects: objects.length > 0 ? objects : [kind],
          host,
          since: earliest(exits.map(({ at }) => at)),
          explains: [`gateway:${field}`],
          stopsService: online === 0,
          against: [],
          isProven,
          text: `${total - online} of ${total} ${kind} gateways ${total - online === 1 ? 'is' : 'are'} down${objects.length > 0 ? `: ${objects.join(', ')}` : ''}`,
          proofs: [
            { text: `${kind} gateways: ${online} of ${total} run`, source: 'status' },
            ...exits.slice(-2).map(fromLog),
          ],
          next: [
            `start ${objects[0] ?? `the ${kind} gateway`}${onHost({ host: host ?? '' })}${isProven ? '; read its log for why it stopped' : ', or anew if it runs there and hangs; read its log'}`,
            // Without a line about its end it may have been removed or renamed.
            ...(isProven ? [] : ['a gateway removed on purpose is still counted for a day']),
          ],
        },
      ];
    }),
};
