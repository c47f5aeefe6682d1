import { HEALTH_CODES } from '../../data/healthChecks.ts';
import type { Rule } from '../rule.ts';
import { ofCheck } from '../symptomIds.ts';
import { generalSteps } from '../unknownWords.ts';

/** The cluster is set up in a way that Ceph warns of, while nothing has failed: the check says all there is to say. */
export const configuration: Rule = {
  kind: 'configuration',
  cost: 1,
  propose: ({ checks }) =>
    [...checks.values()]
      .filter(({ code }) => HEALTH_CODES.get(code)?.isSetup === true)
      .map(({ code, message, detail }) => ({
        kind: 'configuration',
        objects: [],
        since: undefined,
        explains: [ofCheck(code)],
        against: [],
        isProven: true,
        text: `${message}: a matter of configuration, nothing has failed`,
        proofs: (detail.length > 0 ? detail.slice(0, 3) : [message]).map((text) => ({
          text,
          source: 'health' as const,
        })),
        next: generalSteps([code]),
      })),
};
