import type { CrushRule } from '../../api/contract/crush.ts';

/** A take step of a CRUSH rule with the failure domain of the steps after it. */
export interface RuleTake {
  /** The name of the bucket; empty if the step cannot be parsed. */
  readonly bucket: string;
  /** The device class, if the step names one. */
  readonly deviceClass: string | undefined;
  /** The bucket type of the failure domain, in lower case; empty if there is none. */
  readonly domain: string;
  /**
   * True if each copy needs a failure domain of its own: there is one choose step, and it chooses as many as the pool has
   * copies. Rules with several choose steps put several copies in each of the widest domains.
   */
  readonly isDirect: boolean;
}

/** Match the steps of a rule in the text format of a CRUSH map: `step take default class ssd`. */
const TAKE = /\btake\s+(\S+?)(?:~(\S+)|\s+class\s+(\S+))?\s*$/;
const CHOOSE = /\bchoose(?:leaf)?\s+\S+\s+(-?\d+)\s+type\s+(\S+)/;

/** The take steps of a rule, as far as they can be parsed. */
export function takesOf({ steps = [] }: CrushRule): readonly RuleTake[] {
  const takes: RuleTake[] = [];
  let choices = 0;
  for (const { op, crushMapTextFormat = '' } of steps) {
    if (op === 'TAKE') {
      const [, bucket = '', shadow, named] = TAKE.exec(crushMapTextFormat) ?? [];
      takes.push({ bucket, deviceClass: shadow ?? named, domain: '', isDirect: false });
      choices = 0;
    } else if (op?.startsWith('CHOOSE')) {
      const last = takes.at(-1);
      if (last === undefined) continue;
      choices++;
      const [, number, type = ''] = CHOOSE.exec(crushMapTextFormat) ?? [];
      // The first choose step after a take determines the widest failure domain.
      const domain = last.domain === '' ? type : last.domain;
      takes[takes.length - 1] = { ...last, domain, isDirect: choices === 1 && number === '0' };
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
