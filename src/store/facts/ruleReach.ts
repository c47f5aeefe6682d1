import type { CrushRule } from '../../api/contract/crush.ts';

/** A take step of a CRUSH rule with the failure domain of the steps after it. */
export interface RuleTake {
  /** The name of the bucket; empty if the step cannot be parsed. */
  readonly bucket: string;
  /** The device class, if the step names one. */
  readonly deviceClass: string | undefined;
  /** The bucket type of the failure domain, in lower case; empty if there is none. */
  readonly domain: string;
}

/** Match the steps of a rule in the text format of a CRUSH map: `step take default class ssd`. */
const TAKE = /\btake\s+(\S+?)(?:~(\S+)|\s+class\s+(\S+))?\s*$/;
const CHOOSE = /\bchoose(?:leaf)?\s+\S+\s+-?\d+\s+type\s+(\S+)/;

/** The take steps of a rule, as far as they can be parsed. */
export function takesOf({ steps = [] }: CrushRule): readonly RuleTake[] {
  const takes: RuleTake[] = [];
  for (const { op, crushMapTextFormat = '' } of steps) {
    if (op === 'TAKE') {
      const [, bucket = '', shadow, named] = TAKE.exec(crushMapTextFormat) ?? [];
      takes.push({ bucket, deviceClass: shadow ?? named, domain: '' });
    } else if (op?.startsWith('CHOOSE')) {
      const last = takes.at(-1);
      const domain = CHOOSE.exec(crushMapTextFormat)?.[1];
      // The first choose step after a take determines the widest failure domain.
      if (last?.domain === '' && domain !== undefined) takes[takes.length - 1] = { ...last, domain };
    }
  }
  return takes;
}

/** The take steps of a rule in words, such as "default~ssd". */
export const takeWords = (rule: CrushRule): string =>
  takesOf(rule)
    .map(({ bucket, deviceClass }) => (deviceClass === undefined ? bucket : `${bucket}~${deviceClass}`))
    .join(', ');

/** The failure domains of a rule in words, such as "host, rack". */
export const domainWords = (rule: CrushRule): string =>
  [...new Set(takesOf(rule).map(({ domain }) => domain))].filter((domain) => domain !== '').join(', ');
