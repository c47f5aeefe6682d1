import { duration, percent } from '../../lib/format.ts';
import { plural } from '../../lib/words.ts';
import type { FlagRow } from './flags.ts';
import type { Healing } from './healing.ts';
import type { Room } from './room.ts';

/** The state of recovery, and what is waited for. */
export function healingState({ state, downIn }: Pick<Healing, 'state' | 'downIn'>): string {
  if (state === 'waiting') return `waiting: ${plural(downIn, 'OSD')} down and in`;
  if (state === 'healthy') return 'not needed';
  return state === 'repair' ? 'needs repair' : state;
}

/** The progress of recovery, in words: the server's estimate beside what was measured here. */
export function healingText(healing: Healing): string {
  const parts: string[] = [];
  if (healing.countedAgo !== undefined) parts.push(`last counted ${duration(healing.countedAgo)} ago`);
  if (healing.serverRemaining !== undefined && healing.serverRemaining > 0)
    parts.push(`server says ${duration(healing.serverRemaining)}`);
  if (healing.measured)
    parts.push(`measured ${duration(healing.measured.from)}-${duration(healing.measured.to)}`);
  if (healing.perMinute !== undefined && healing.perMinute !== 0)
    parts.push(`${healing.perMinute > 0 ? '+' : ''}${healing.perMinute.toFixed(0)} pg/min`);
  if (healing.heldBy.length > 0) parts.push(`held by ${healing.heldBy.join(', ')}`);
  if (healing.stalledFor !== undefined) parts.push(`no progress for ${duration(healing.stalledFor / 1000)}`);
  return parts.join(', ');
}

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
