import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { listed } from '../../lib/words.ts';
import { earliest, fromChange, type Candidate, type Rule } from '../rule.ts';
import { ofCheck, ofFlag } from '../symptoms.ts';
import { RECOVERY_FLAGS } from '../healing/healing.ts';
import { hasWork } from '../work.ts';
import { hostDown, rackDown } from './placeDown.ts';

/** Flags that forbid scrubs. */
const SCRUB: ReadonlySet<string> = new Set(['noscrub', 'nodeep-scrub']);

/** Flags forbid what waits to be done, or would as soon as something fails. */
export const recoveryHeld: Rule = {
  kind: 'recovery-held',
  cost: 1,
  propose(evidence) {
    const flags = evidence.flags.filter((name) => RECOVERY_FLAGS.has(name));
    if (flags.length === 0) return [];
    // norebalance lets missing copies be made anew.
    const waiting = flags.some((name) => name !== 'norebalance')
      ? hasWork(evidence)
      : evidence.checks.has('OBJECT_MISPLACED');
    return [
      flagged(evidence, 'recovery-held', flags, {
        text: waiting
          ? `data waits to be restored or moved, and ${listed(flags)} forbids it`
          : `${listed(flags)} is set: ${flags.includes('norecover') ? 'nothing would be restored' : 'no data would be moved'}`,
        explains: [ofCheck('OSDMAP_FLAGS'), ...(waiting ? [ofCheck('OBJECT_MISPLACED')] : [])],
      }),
    ];
  },
};

/** Somebody works on servers and has set a flag before: what is down there was switched off on purpose, or fell into that time. */
export const maintenance: Rule = {
  kind: 'maintenance',
  cost: 1,
  propose(evidence) {
    const flags = evidence.flags.filter((name) => !RECOVERY_FLAGS.has(name) && !SCRUB.has(name));
    if (flags.length === 0) return [];
    const places = flags.includes('noout')
      ? [...rackDown.propose(evidence), ...hostDown.propose(evidence)]
      : [];
    const [place] = places;
    const names = place === undefined ? [] : [...new Set(places.flatMap(({ objects }) => objects))];
    return [
      flagged(evidence, 'maintenance', [...flags, ...names], {
        text:
          place === undefined
            ? `somebody has set ${listed(flags)}`
            : `${listed(flags)} is set, and ${place.text}: somebody may work there`,
        explains: [ofCheck('OSDMAP_FLAGS'), ...places.flatMap(({ explains }) => explains)],
        next: place === undefined ? [] : [`ask who has set ${listed(flags)}`, ...place.next],
      }),
    ];
  },
};

/** Scrubs are overdue, and a flag forbids them or there are too many. */
export const scrubBacklog: Rule = {
  kind: 'scrub-backlog',
  cost: 1,
  propose(evidence) {
    const flags = evidence.flags.filter((name) => SCRUB.has(name));
    const late = ['PG_NOT_SCRUBBED', 'PG_NOT_DEEP_SCRUBBED'].filter((code) => evidence.checks.has(code));
    if (late.length === 0 && flags.length === 0) return [];
    return [
      flagged(evidence, 'scrub-backlog', flags, {
        text:
          late.length === 0
            ? `${listed(flags)} is set: nothing is scrubbed`
            : `scrubs are overdue${flags.length > 0 ? `, and ${listed(flags)} forbids them` : ''}`,
        explains: [...late.map(ofCheck), ofCheck('OSDMAP_FLAGS')],
        ...(flags.length === 0 && { next: ['check scrub hours and load'] }),
      }),
    ];
  },
};

function flagged(
  { changes, checks }: DiagnosticEvidence,
  kind: 'recovery-held' | 'maintenance' | 'scrub-backlog',
  objects: readonly string[],
  what: { readonly text: string; readonly explains: readonly string[]; readonly next?: readonly string[] },
): Candidate {
  const set = changes.filter(({ flag }) => flag !== undefined && objects.includes(flag));
  const flags = objects.filter((name) => name.startsWith('no'));
  return {
    kind,
    objects,
    since: earliest(set.map(({ at }) => at)),
    explains: [...flags.map(ofFlag), ...what.explains],
    against: [],
    isProven: kind !== 'maintenance' || objects.length === flags.length,
    text: what.text,
    proofs: [
      ...(flags.length > 0 ? [{ text: `${listed(flags)} set`, source: 'flags' as const }] : []),
      ...['PG_NOT_SCRUBBED', 'PG_NOT_DEEP_SCRUBBED'].flatMap((code) => {
        const check = kind === 'scrub-backlog' ? checks.get(code) : undefined;
        return check === undefined ? [] : [{ text: check.message, source: 'health' as const }];
      }),
      ...set.slice(-2).map(fromChange),
    ],
    next: what.next ?? [`clear ${listed(flags)} once whoever set it agrees`],
  };
}
