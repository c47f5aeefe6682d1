import type { CrushRule } from '../../api/contract/crush.ts';

/** Where a rule begins to look for places, and over what it spreads the copies. */
export interface RuleTake {
  /** Name of the bucket; empty where the step cannot be read. */
  readonly bucket: string;
  /** Where only one is taken. */
  readonly deviceClass: string | undefined;
  /** Bucket type of the failure domain, in lower case; empty where the step says none. */
  readonly domain: string;
}

/** A rule's steps in the text form of a CRUSH map: `step take default class ssd`. */
const TAKE = /\btake\s+(\S+?)(?:~(\S+)|\s+class\s+(\S+))?\s*$/;
const CHOOSE = /\bchoose(?:leaf)?\s+\S+\s+-?\d+\s+type\s+(\S+)/;

/** The roots and failure domains of a rule, as far as its steps can be read. */
export function takesOf({ steps = [] }: CrushRule): readonly RuleTake[] {
  const takes: RuleTake[] = [];
  for (const { op, crushMapTextFormat = '' } of steps) {
    if (op === 'TAKE') {
      const [, bucket = '', shadow, named] = TAKE.exec(crushMapTextFormat) ?? [];
      takes.push({ bucket, deviceClass: shadow ?? named, domain: '' });
    } else if (op?.startsWith('CHOOSE')) {
      const last = takes.at(-1);
      const domain = CHOOSE.exec(crushMapTextFormat)?.[1];
      // The first step below a take decides over what the copies are spread furthest.
      if (last?.domain === '' && domain !== undefined) takes[takes.length - 1] = { ...last, domain };
    }
  }
  return takes;
}

/** "default~ssd" for each place where a rule begins. */
export const takeWords = (rule: CrushRule): string =>
  takesOf(rule)
    .map(({ bucket, deviceClass }) => (deviceClass === undefined ? bucket : `${bucket}~${deviceClass}`))
    .join(', ');

/** "host, rack": over what a rule spreads the copies. */
export const domainWords = (rule: CrushRule): string =>
  [...new Set(takesOf(rule).map(({ domain }) => domain))].filter((domain) => domain !== '').join(', ');
