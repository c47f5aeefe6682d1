import { exitsOf } from '../evidence/evidence.ts';
import { earliest, fromLog, onHost, type Rule } from '../rule.ts';
import { GATEWAY_FIELDS, GATEWAYS } from '../symptomIds.ts';

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
            `start ${objects[0] ?? `the ${kind} gateway`}${onHost({ host: host ?? '' })}${isProven ? '; read its log for why it stopped' : ', or restart it if it runs there and hangs; read its log'}`,
            // Without a line about its end it may have been removed or renamed.
            ...(isProven ? [] : ['a gateway removed on purpose is still counted for a day']),
          ],
        },
      ];
    }),
};
