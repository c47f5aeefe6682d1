import type { CrushRule, ErasureProfile } from '../../../api/contract/crush.ts';
import type { Ceph } from '../client/ceph.ts';
import type { ProfileDump } from '../map/osdMap.ts';

/** A step of `ceph osd crush rule dump`. */
export interface RuleStep {
  readonly op: string;
  readonly num?: number;
  readonly type?: string;
  readonly item_name?: string;
}

/** A rule of `ceph osd crush rule dump`; it has no sizes since Quincy. */
export interface RuleDump {
  readonly rule_id: number;
  readonly rule_name: string;
  readonly type: number;
  readonly min_size?: number;
  readonly max_size?: number;
  readonly steps: readonly RuleStep[];
}

/** Numbers of the rule types (pg_pool_t in Ceph's osd_types.h). */
const REPLICATED = 1;
const ERASURE = 3;
const RULE_TYPES: Readonly<Record<number, string>> = { [REPLICATED]: 'REPLICATED', [ERASURE]: 'ERASURE' };

export const readRules = (ceph: Ceph): Promise<readonly RuleDump[]> =>
  ceph.read({ prefix: 'osd crush rule dump' }, { fixedBy: 'osdmap' });

/** True if a rule places the chunks of erasure-coded pools. */
export const isErasureRule = ({ type }: RuleDump): boolean => type === ERASURE;

const OPS: Readonly<Record<string, string>> = {
  take: 'TAKE',
  choose_firstn: 'CHOOSE',
  choose_indep: 'CHOOSE_INDEP',
  chooseleaf_firstn: 'CHOOSELEAF',
  chooseleaf_indep: 'CHOOSELEAF_INDEP',
  emit: 'EMIT',
  noop: 'NOOP',
};

/** A step in the format of `crushtool --decompile`. The dump names a bucket limited to a device class `default~ssd`. */
function stepText(step: RuleStep): string {
  if (step.op === 'take') {
    const [bucket, deviceClass] = (step.item_name ?? '').split('~');
    return deviceClass ? `step take ${bucket} class ${deviceClass}` : `step take ${bucket}`;
  }
  const choose = /^(choose|chooseleaf)_(firstn|indep)$/.exec(step.op);
  if (choose) return `step ${choose[1]} ${choose[2]} ${step.num ?? 0} type ${step.type ?? ''}`;
  return step.num === undefined ? `step ${step.op}` : `step ${step.op} ${step.num}`;
}

/** A rule in the interface's format; it has no minimum and maximum size since Quincy. */
export function crushRule(rule: RuleDump): CrushRule {
  return {
    id: rule.rule_id,
    name: rule.rule_name,
    type: RULE_TYPES[rule.type] ?? `type ${rule.type}`,
    ...(rule.min_size === undefined ? {} : { minSize: rule.min_size }),
    ...(rule.max_size === undefined ? {} : { maxSize: rule.max_size }),
    steps: rule.steps.map((step) => ({
      op: OPS[step.op] ?? (step.op.startsWith('set_') ? 'TUNING' : 'UNKNOWN'),
      crushMapTextFormat: stepText(step),
    })),
  };
}

/** Profiles in the interface's format: k and m are numbers, the other values stay text. */
export function erasureProfiles(dump: ProfileDump): Record<string, ErasureProfile> {
  return Object.fromEntries(
    Object.entries(dump).map(([name, { k, m, ...rest }]) => [name, { k: Number(k), m: Number(m), ...rest }]),
  );
}
