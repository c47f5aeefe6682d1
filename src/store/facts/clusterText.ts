import { percent } from '../../lib/format.ts';
import { plural } from '../../lib/words.ts';
import type { FlagRow } from './flags.ts';
import type { Room } from './room.ts';

/** Says how something is painted; what is given is clean. */
type Paint = (share: number, text: string) => string;

/** The OSD that is fullest, and what the loss of a host would do; empty where neither is known. */
export function roomText(
  { fullest, afterLoss }: Room,
  clean: (name: string) => string,
  paint: Paint = (_share, text) => text,
): string {
  const parts: string[] = [];
  if (fullest) parts.push(`fullest ${clean(fullest.id)} ${paint(fullest.share, percent(fullest.share))}`);
  if (afterLoss)
    parts.push(
      `if ${clean(afterLoss.host)} is lost est. ${paint(afterLoss.share, percent(afterLoss.share))}`,
    );
  return parts.join(', ');
}

/** The OSDs that the use leaves out because they are not both up and in; empty where all are. */
export const partText = (osdsWithoutPart = 0): string =>
  osdsWithoutPart > 0 ? ` without ${plural(osdsWithoutPart, 'OSD')}` : '';

/** A flag that is off its recommended state. */
export const flagText = ({ name, on }: FlagRow): string => `${name} ${on ? 'on' : 'off'}`;
