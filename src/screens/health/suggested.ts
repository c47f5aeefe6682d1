import type { FlagName } from '../../api/contract/maintenance.ts';
import type { Cause } from '../../diagnosis/verdict.ts';
import { keyLabel } from '../../keys/names.ts';
import type { Action } from '../../store/action/action.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { PANES } from '../../store/session/panes.ts';
import { diskOf, releaseDisk } from '../disks/actions.ts';
import { flagPlan, flagTier, isFlagName } from '../maintenance/actions.ts';

/** An action that carries out the DO line of the first cause. */
type Suggestion =
  | { readonly flag: FlagName; readonly set: boolean }
  | { readonly osd: string; readonly diskId: number };

/** Suggests to set noout while an OSD is down but still in, so that its data stays where it is. */
function suggestNoout({ facts }: Known): Suggestion | undefined {
  const isAway = facts.osds().some(({ status, in: isIn }) => status === 'DOWN' && isIn);
  const { state, waitsFor } = facts.healing();
  const isHeld =
    state === 'held' ||
    waitsFor.never !== undefined ||
    facts.flags().some((one) => one.name === 'noout' && one.on);
  return isAway && !isHeld ? { flag: 'noout', set: true } : undefined;
}

/** Suggests to clear the flag that a cause names, unless the cause also names places, which must be seen to first. */
function suggestClearing({ facts }: Known, { objects }: Cause): Suggestion | undefined {
  const flag = objects.find(isFlagName);
  const isOn = facts.flags().some(({ name, on }) => name === flag && on);
  return flag !== undefined && isOn && objects.every(isFlagName) ? { flag, set: false } : undefined;
}

function suggestRelease({ facts }: Known, { objects: [name] }: Cause): Suggestion | undefined {
  const { diskId } = facts.osds().find(({ id }) => id === name) ?? {};
  return name === undefined || diskId === undefined ? undefined : { osd: name, diskId };
}

const BY_KIND: Partial<Record<Cause['kind'], (cockpit: Known, cause: Cause) => Suggestion | undefined>> = {
  'host-down': suggestNoout,
  'rack-down': suggestNoout,
  'recovery-held': suggestClearing,
  'scrub-backlog': suggestClearing,
  maintenance: suggestClearing,
  'disk-error': suggestRelease,
};

function suggestion(cockpit: Known): Suggestion | undefined {
  const [cause] = cockpit.facts.diagnosis()?.causes ?? [];
  return cause && BY_KIND[cause.kind]?.(cockpit, cause);
}

const labelOf = (one: Suggestion): string =>
  'flag' in one ? `${one.set ? 'set' : 'unset'} ${one.flag}` : 'release';

const NAME = 'suggested';
const KEY = 'x';

/**
 * The key and label of the suggested action, for the end of the DO line; empty if there is none. In another pane the key may
 * mean something else, so the key that focuses this one comes before it.
 */
export function suggestedHint(cockpit: Known & Shown): string {
  const one = suggestion(cockpit);
  const { keys } = cockpit.custom;
  const [key = KEY] = keys.get(`health.${NAME}`) ?? keys.get(NAME) ?? [];
  const first = cockpit.view.getState().focus === 'health' ? '' : `${PANES.indexOf('health') + 1} `;
  return one === undefined ? '' : `${first}${keyLabel(key, cockpit.look.unicode)} ${labelOf(one)}`;
}

/** Footer positions: before the links if something is suggested, otherwise last. */
const [FIRST, LAST] = [4, 99];

/** The action that carries out the DO line; it has the same dialog as in its own place. */
export function suggestedAction(cockpit: Cockpit): Action {
  const one = suggestion(cockpit);
  const words = { id: NAME, name: NAME, keys: [KEY] };
  if (one === undefined)
    return {
      ...words,
      label: NAME,
      help: 'Do what DO suggests, where it can be done from here',
      tier: 'disruptive',
      footer: LAST,
      refused: 'nothing that can be done from here is suggested',
    };
  const shown = { ...words, label: labelOf(one), footer: FIRST };
  if ('flag' in one)
    return {
      ...shown,
      help: `${one.set ? 'Set' : 'Unset'} ${one.flag} as DO suggests`,
      tier: flagTier(cockpit, one.flag, one.set),
      plan: () => flagPlan(cockpit, one.flag, one.set),
    };
  const help = `Release the disk of ${one.osd} as DO suggests`;
  return { ...releaseDisk.make(cockpit, {}, diskOf(cockpit, one.diskId)), ...shown, help };
}
