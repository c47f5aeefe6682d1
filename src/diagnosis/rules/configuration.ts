import { HEALTH_CODES, type HealthCode } from '../../data/healthChecks.ts';
import type { CauseKind } from '../kinds.ts';
import type { Rule } from '../rule.ts';
import { ofCheck } from '../symptomIds.ts';
import { generalSteps, isFrozen } from '../unknownWords.ts';

/** Matches the daemons in a detail line. */
const DAEMON = /\b(?:osd|mon|mgr|mds)\.[\w.-]*\w/g;

/** Creates the rule for health checks that say all there is to say: each of them is a cause. */
const reportedAs = (kind: CauseKind, isOne: (code: HealthCode) => boolean, remark: string): Rule => ({
  kind,
  cost: 1,
  propose: (evidence) =>
    [...evidence.checks.values()]
      .filter(({ code }) => {
        const known = HEALTH_CODES.get(code);
        return known !== undefined && isOne(known) && !isFrozen(code, evidence);
      })
      .map(({ code, message, detail }) => ({
        kind,
        objects: [...new Set(detail.flatMap((line) => line.match(DAEMON) ?? []))],
        since: undefined,
        explains: [ofCheck(code)],
        against: [],
        isProven: true,
        text: `${message}${remark}`,
        proofs: (detail.length > 0 ? detail.slice(0, 3) : [message]).map((text) => ({
          text,
          source: 'health' as const,
        })),
        next: generalSteps([code]),
      })),
});

/** The cluster is set up in a way that Ceph warns of, while nothing has failed. */
export const configuration: Rule = reportedAs(
  'configuration',
  ({ isSetup }) => isSetup,
  ': a matter of configuration, nothing has failed',
);

/** Something that Ceph or its orchestrator has found and names itself, such as a faulty power supply. */
export const reported: Rule = reportedAs('reported', ({ isCause }) => isCause, '');
