import { duration, percent } from '../../lib/format.ts';
import { listed, plural } from '../../lib/words.ts';
import type { FreeSpace } from '../answers/freeSpace.ts';
import type { AfterLoss } from '../answers/lossSpace.ts';
import type { FlagRow } from './flags.ts';

/** Paints a text, which is already safe to show, by a share from 0 to 1. */
type Paint = (share: number, text: string) => string;

/** Texts about the fullest OSD, and about what the loss of a host would do; empty if nothing is known. */
export function spaceParts(
  { fullest, afterLoss }: FreeSpace,
  clean: (name: string) => string,
  paint: Paint = (_share, text) => text,
): readonly string[] {
  const parts: string[] = [];
  if (fullest) parts.push(`fullest ${clean(fullest.id)} ${paint(fullest.share, percent(fullest.share))}`);
  if (afterLoss) parts.push(`if ${clean(afterLoss.host)} is lost ${lossText(afterLoss, clean, paint)}`);
  return parts;
}

/** The same texts, joined. */
export const spaceText = (...of: Parameters<typeof spaceParts>): string => spaceParts(...of).join(', ');

const lossText = ({ share, pools }: AfterLoss, clean: (name: string) => string, paint: Paint): string =>
  share === undefined
    ? paint(1, `${clean(listed(pools, 2))} cannot heal`)
    : `est. ${paint(share, percent(share))}`;

/** A note about the OSDs that the usage does not include because they are down or out; empty if there are none. */
export const partText = (osdsNotCounted = 0): string =>
  osdsNotCounted > 0 ? ` without ${plural(osdsNotCounted, 'OSD')}` : '';

/** The age of outdated usage and rates; empty while they are current. */
export const usageAgeText = (usageAge: number | undefined): string =>
  usageAge === undefined ? '' : ` ${duration(usageAge)} ago`;

/** The state of a flag in words. */
export const flagText = ({ name, on }: FlagRow): string => `${name} ${on ? 'on' : 'off'}`;
