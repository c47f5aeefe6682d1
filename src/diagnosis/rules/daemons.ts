import { exitsOf } from '../evidence/evidence.ts';
import { earliest, fromLog, onHost, type Rule } from '../rule.ts';
import { GATEWAYS, MANAGER_CHECKS, ofCheck, ofDaemon } from '../symptomIds.ts';
import { managerIsSilent } from '../symptoms.ts';
import { lostDaemons } from './lostDaemons.ts';

/** No manager is active: statistics are not updated, and data that only a manager has could not be read. */
export const mgrDown: Rule = {
  kind: 'mgr-down',
  cost: 1,
  propose(evidence) {
    const down = evidence.checks.get('MGR_DOWN');
    const check = down ?? evidence.checks.get('MGR_SILENT');
    if (check === undefined && !(evidence.daemons !== undefined && managerIsSilent(evidence))) return [];
    const { names, exits, silent } = lostDaemons(evidence, 'mgr');
    const lines = [...exits, ...silent];
    const state = exits.length < names.length ? 'not heard by the monitors' : 'stopped';
    return [
      {
        kind: 'mgr-down',
        objects: names.length > 0 ? names : ['mgr'],
        since: earliest(lines.map(({ at }) => at)),
        explains: [...MANAGER_CHECKS.map(ofCheck), ofDaemon('mgr')],
        against: [],
        isProven: down !== undefined,
        text: `no manager is running${names.length > 0 ? `: ${names.join(', ')} ${state}` : ''}; statistics are frozen`,
        proofs: [
          ...(check === undefined
            ? [{ text: 'the manager did not answer, others did', source: 'daemons' as const }]
            : [{ text: check.message, source: 'health' as const }]),
          ...lines.slice(-2).map(fromLog),
        ],
        next: [`start ${names[0] ?? 'a manager'}; read its log for why it stopped`],
      },
    ];
  },
};

/** Gateways that should run do not; Ceph has no health check for it. */
export const gatewayDown: Rule = {
  kind: 'gateway-down',
  cost: 1,
  propose: (evidence) =>
    (Object.keys(GATEWAYS) as (keyof typeof GATEWAYS)[]).flatMap((field) => {
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
            `start ${objects[0] ?? `the ${kind} gateway`}${onHost({ host: host ?? '' })}; read its log for why it stopped`,
            // Without a line about its end it may have been removed or renamed.
            ...(isProven ? [] : ['a gateway removed on purpose is still counted for a day']),
          ],
        },
      ];
    }),
};
