import { listed, plural } from '../../lib/words.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { needText, type DomainShortage } from '../evidence/shortage.ts';
import { type Candidate, fromChange, type Rule } from '../rule.ts';
import { ofCheck, ofShortage } from '../symptomIds.ts';

/** The codes of checks about the data: copies that have no place are missing, or stay where another rule had put them. */
const DATA_CHECKS = ['PG_DEGRADED', 'OBJECT_MISPLACED'];
/** The codes of checks that follow if the placement groups of a pool serve no I/O. */
const BLOCKED_CHECKS = ['PG_AVAILABILITY', 'SLOW_OPS', 'MDS_SLOW_METADATA_IO', 'MDS_SLOW_REQUEST'];

/**
 * A CRUSH rule finds too few failure domains for the copies of a pool, although all OSDs there are up: the map has no
 * more, or some were taken out.
 */
export const ruleUnsatisfied: Rule = {
  kind: 'rule-unsatisfied',
  cost: 2,
  propose: (evidence) => evidence.shortages.map((one) => candidateOf(evidence, one)),
};

/** True for a command that gives a pool another number of copies or another rule, or that makes it. */
const asksForMore = (command: string, pool: string): boolean =>
  ['size ', 'crush_rule '].some((setting) => command.startsWith(`osd pool set ${pool} ${setting}`)) ||
  command.startsWith(`osd pool create ${pool} `);

function candidateOf(evidence: DiagnosticEvidence, shortage: DomainShortage): Candidate {
  const { pools, rule, domain, deviceClass, exist, left, needed, minSize } = shortage;
  const isTooSmall = exist.length < needed;
  const gone = exist.filter((name) => !left.includes(name));
  const found = isTooSmall ? exist.length : left.length;
  const domains = domain === 'osd' ? 'OSD' : domain;
  const change = evidence.changes.findLast(({ text }) => pools.some((name) => asksForMore(text, name)));
  return {
    kind: 'rule-unsatisfied',
    objects: pools,
    since: change?.at,
    explains: [ofShortage(shortage), ...checksOf(evidence, left.length < minSize).map(ofCheck)],
    against: [],
    isProven: true,
    text: isTooSmall
      ? `${needText(shortage)}, and rule ${rule} finds ${found}`
      : `${needText(shortage)}: the OSDs of ${listed(gone, 3)} are out, ${found} left`,
    proofs: [
      {
        text: `rule ${rule} puts each copy or chunk in another ${domains}; up and in: ${listed(left, 4) || 'none'}`,
        source: 'crush',
      },
      ...(change === undefined ? [] : [fromChange(change)]),
    ],
    next: isTooSmall
      ? [
          `add ${deviceClass === undefined ? '' : `${deviceClass} `}OSDs in ${plural(needed - exist.length, `more ${domains}`)}, or choose a rule with enough failure domains`,
          ...(change === undefined ? [] : [`or reverse the change if it was a mistake: ${change.text}`]),
          `compare the rules: \`ceph osd crush rule dump\``,
        ]
      : [`mark the OSDs of ${listed(gone, 3)} in again, or add OSDs elsewhere`],
  };
}

/** The codes of the checks that the shortages explain: those about data, unless other pools have the same problem. */
function checksOf({ shortages, troubledPools }: DiagnosticEvidence, isBlocked: boolean): readonly string[] {
  const short = new Set(shortages.flatMap(({ pools }) => pools));
  if (!troubledPools.isSubsetOf(short)) return [];
  return [...DATA_CHECKS, ...(isBlocked ? BLOCKED_CHECKS : [])];
}
