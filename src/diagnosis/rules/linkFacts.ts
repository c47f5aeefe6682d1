import { listed, plural } from '../../lib/words.ts';
import { type BadLink, badLinksOn, type WithServers } from '../evidence/servers.ts';
import type { Proof } from '../rule.ts';

/** The state of the interfaces of servers as proofs, and the next step about the bad ones. */
export interface LinkFacts {
  readonly proofs: readonly Proof[];
  /** Undefined if no interface is bad. */
  readonly next: string | undefined;
  /** True if an interface has many errors, so that it or its cable or port is the cause. */
  readonly hasErrors: boolean;
}

const speedText = (mbit: number): string => (mbit < 1000 ? `${mbit} Mbit/s` : `${mbit / 1000} Gbit/s`);

const wordsOf = ({ errors, changes, seconds, lowered }: BadLink): readonly string[] => [
  ...(errors > 0 ? [`had ${plural(errors, 'packet')} with errors in ${Math.round(seconds)} s`] : []),
  ...(changes > 0 ? [`came or went ${plural(changes, 'time')} in ${Math.round(seconds)} s`] : []),
  ...(lowered === undefined
    ? []
    : [`runs at ${speedText(lowered.speed)}, those of other servers at ${speedText(lowered.usual)}`]),
];

/** The facts about the interfaces of these servers. */
export function linkFacts(evidence: WithServers, servers: readonly string[]): LinkFacts {
  const bad = servers.flatMap((server) => badLinksOn(evidence, server).map((link) => ({ server, link })));
  const names = bad.map(({ server, link }) => `${link.name} of ${server}`);
  return {
    proofs: bad.slice(0, 3).map(({ server, link }) => ({
      text: `${link.name} of ${server} ${wordsOf(link).join(', and ')}`,
      source: 'servers',
    })),
    next: bad.length === 0 ? undefined : `check cable, transceiver and switch port of ${listed(names, 3)}`,
    hasErrors: bad.some(({ link }) => link.hasErrors),
  };
}
