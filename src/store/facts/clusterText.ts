import { duration, percent } from '../../lib/format.ts';
import { listed, plural } from '../../lib/words.ts';
import type { FlagRow } from './flags.ts';
import type { AfterLoss } from './lossRoom.ts';
import type { Room } from './room.ts';

/** Says how something is painted; what is given is clean. */
type Paint = (share: number, text: string) => string;

/** The OSD that is fullest, and what the loss of a host would do, or has done; empty where nothing is known. */
export function roomParts(
  { fullest, afterLoss, short }: Room,
  clean: (name: string) => string,
  paint: Paint = (_share, text) => text,
): readonly string[] {
  const parts: string[] = [];
  if (fullest) parts.push(`fullest ${clean(fullest.id)} ${paint(fullest.share, percent(fullest.share))}`);
  const [worst] = short;
  if (worst)
    parts.push(
      paint(
        1,
        `${clean(listed(worst.pools, 2))} not whole: ${worst.left} of ${worst.needed} ${worst.domain}s left`,
      ),
    );
  else if (afterLoss) parts.push(`if ${clean(afterLoss.host)} is lost ${lossText(afterLoss, clean, paint)}`);
  return parts;
}

/** The same as a sentence. */
export const roomText = (...of: Parameters<typeof roomParts>): string => roomParts(...of).join(', ');

const lossText = ({ share, pools }: AfterLoss, clean: (name: string) => string, paint: Paint): string =>
  share === undefined
    ? paint(1, `${clean(listed(pools, 2))} cannot heal`)
    : `est. ${paint(share, percent(share))}`;

/** The OSDs that the use leaves out because they are not both up and in; empty where all are. */
export const partText = (osdsWithoutPart = 0): string =>
  osdsWithoutPart > 0 ? ` without ${plural(osdsWithoutPart, 'OSD')}` : '';

/** The age of usage and rates where they stand still; empty while they are told. */
export const usageAgeText = (usageAge: number | undefined): string =>
  usageAge === undefined ? '' : ` ${duration(usageAge)} ago`;

/** A flag that is off its recommended state. */
export const flagText = ({ name, on }: FlagRow): string => `${name} ${on ? 'on' : 'off'}`;
