import { fields, number } from '../../lib/untyped.ts';
import { MANAGER_CHECKS } from '../evidence/checks.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { type LostManagers, lostStandbys } from '../evidence/lostManagers.ts';
import { type Candidate, earliest, fromLog, type Proof, type Rule } from '../rule.ts';
import { ofCheck, ofDaemon } from '../symptomIds.ts';
import { managerIsSilent } from '../symptoms.ts';
import { GRACE_MS, type LostDaemons, lostDaemons } from './lostDaemons.ts';

/**
 * No manager is active: statistics are not updated, and data that only a manager has could not be read. Or one that stood by
 * is lost.
 */
export const mgrDown: Rule = {
  kind: 'mgr-down',
  cost: 1,
  propose(evidence) {
    const down = evidence.checks.get('MGR_DOWN');
    const check = down ?? evidence.checks.get('MGR_SILENT');
    if (check === undefined && !(evidence.daemons !== undefined && managerIsSilent(evidence)))
      return lostStandby(evidence);
    const lost = lostDaemons(evidence, 'mgr');
    // Several that ended, of which the monitors have not said that one took over, leave none.
    const [firstExit] = lost.exits;
    const hasTakenOver = evidence.log.managers.some(({ at }) => at > (firstExit?.at ?? 0));
    const areGone =
      down !== undefined ||
      (!hasTakenOver && lost.exits.length > 1) ||
      endedOf(evidence).length > (standbysIn(evidence) ?? Infinity);
    const proof: Proof =
      check === undefined
        ? { text: 'the manager did not answer, others did', source: 'daemons' }
        : { text: check.message, source: 'health' };
    return [
      {
        kind: 'mgr-down',
        explains: [...MANAGER_CHECKS.map(ofCheck), ofDaemon('mgr')],
        against: [],
        ...(areGone ? noManager(evidence, lost, proof) : silentManager(evidence, lost, proof)),
      },
    ];
  },
};

type ManagerState = Pick<Candidate, 'objects' | 'since' | 'text' | 'proofs' | 'next' | 'isProven'>;

/** The number of managers that stand by according to the monitors. */
const standbysIn = ({ status }: DiagnosticEvidence): number | undefined =>
  number(fields(fields(status?.storeStatus)?.mgrmap)?.num_standbys);

/** The managers that the monitors still list, and that do not run according to their servers. */
const endedOf = ({ daemons }: DiagnosticEvidence): LostManagers =>
  (daemons?.lostManagers ?? []).filter(({ listed, runs }) => listed === true && runs === false);

const nameOf = ({ mgr = '' }: LostManagers[number]): string => `mgr.${mgr}`;

/** The answers of servers about these managers, as proofs. */
const fromServers = (managers: LostManagers): readonly Proof[] =>
  managers.flatMap((one) =>
    one.runs === undefined || one.server === undefined
      ? []
      : {
          text: `${nameOf(one)} ${one.runs ? 'runs' : 'does not run'} on ${one.server}`,
          source: 'daemons' as const,
        },
  );

/** The last manager has ended, or the monitors have given it up. They forget a standby without a word. */
function noManager(evidence: DiagnosticEvidence, lost: LostDaemons, proof: Proof): ManagerState {
  const all = evidence.daemons?.lostManagers ?? [];
  const names = [...new Set([...lost.names, ...all.map(nameOf)])];
  const ended = new Set([...lost.stopped, ...all.filter(({ runs }) => runs === false).map(nameOf)]);
  const state = names.every((name) => ended.has(name)) ? 'stopped' : 'not heard by the monitors';
  const lines = [...lost.exits, ...lost.silent];
  return {
    objects: names.length > 0 ? names : ['mgr'],
    // One is enough: none runs since the last one has gone.
    since: lost.times.length === 0 ? undefined : Math.max(...lost.times),
    isProven: proof.source === 'health' && (evidence.checks.has('MGR_DOWN') || endedOf(evidence).length > 0),
    text: `no manager is running${names.length > 0 ? `: ${names.join(', ')} ${state}` : ''}; statistics are frozen`,
    proofs: [proof, ...lines.slice(-2).map(fromLog), ...fromServers(all).slice(0, 3)],
    next: [`start ${names[0] ?? 'a manager'}; read its log for why it stopped`],
  };
}

/** The active manager does not answer, but the monitors still count on it: those that were replaced before are not to blame. */
function silentManager(evidence: DiagnosticEvidence, { exits }: LostDaemons, proof: Proof): ManagerState {
  const [active] = evidence.log.managers.at(-1)?.found ?? [];
  const logged = exits.filter(({ found }) => active === undefined || found[1] === active).slice(-1);
  const ended = endedOf(evidence);
  const standbys = standbysIn(evidence);
  const name = active ?? logged[0]?.found[1] ?? (standbys === 0 ? ended[0]?.mgr : undefined);
  const own = ended.filter(({ mgr }) => mgr === name);
  // If it is not known which one is active, those that have ended may include it.
  const left =
    standbys === undefined || (name === undefined && ended.length > 0)
      ? undefined
      : standbys - (ended.length - own.length);
  const hasStopped = logged.length > 0 || own.length > 0;
  const who = name === undefined ? 'the active manager' : `mgr.${name}`;
  const look = `look at ${who} and start it again; read its log for why it ${hasStopped ? 'stopped' : 'is silent'}`;
  return {
    objects: [name === undefined ? 'mgr' : who],
    since: logged[0]?.at,
    isProven: own.length > 0,
    text: `${name === undefined ? who : `the active manager ${who}`} ${hasStopped ? 'has stopped' : 'does not answer'}${left === 0 ? ', and no standby is left' : ''}; statistics are frozen`,
    proofs: [proof, ...logged.map(fromLog), ...fromServers(ended)],
    next:
      left === undefined || left <= 0
        ? [look]
        : ['wait: a standby takes over about 30 s after the last sign of life', look],
  };
}

/** Managers that stood by are lost while another one works. */
function lostStandby(evidence: DiagnosticEvidence): readonly Candidate[] {
  const lost = lostStandbys(evidence);
  if (lost.length === 0) return [];
  const names = lost.map(nameOf).join(', ');
  const [is, has, runs] = lost.length === 1 ? ['is', 'has', 'it runs'] : ['are', 'have', 'they run'];
  const servers = [...new Set(lost.flatMap(({ server }) => server ?? []))];
  const where = servers.length === 1 ? `on ${servers[0]}` : '';
  const all = (run: boolean) => lost.every((one) => one.runs === run);
  const sentence = (...parts: readonly string[]) => parts.filter(Boolean).join(' ');
  const unheard = `${is} not heard by the monitors`;
  const state = all(false)
    ? sentence(has, 'stopped', where)
    : all(true)
      ? `${unheard}, although ${sentence(runs, where)}`
      : sentence(where, unheard);
  const left = standbysIn(evidence);
  return [
    {
      kind: 'mgr-down',
      objects: lost.map(nameOf),
      host: servers.length === 1 ? servers[0] : undefined,
      since: earliest(
        lost.map(({ seconds }) =>
          seconds === undefined ? undefined : evidence.at - seconds * 1000 - GRACE_MS.mgr,
        ),
      ),
      explains: [ofDaemon('mgr')],
      against: [],
      isProven: all(false) || all(true),
      text: `${names} ${state}; another manager works${left === 0 ? ', and no standby is left' : ''}`,
      proofs: [
        { text: `the monitors do not list ${names} any more`, source: 'daemons' },
        ...fromServers(lost).slice(0, 3),
      ],
      next: [
        all(false)
          ? `start ${names}; read its log for why it stopped`
          : `see whether ${names} runs, and read its log`,
        'if it was removed on purpose, remove its key, too: until then it is shown for a day',
      ],
    },
  ];
}
