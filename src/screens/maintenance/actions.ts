import { contract } from '../../api/contract/index.ts';
import { FLAGS, type FlagName } from '../../api/contract/maintenance.ts';
import type { Tier } from '../../api/operation.ts';
import { RECOVERY_FLAGS } from '../../diagnosis/healing/healing.ts';
import { NO_CHANGE, type Plan } from '../../store/action/plan.ts';
import type { OsdRow } from '../../store/answers/osds.ts';
import {
  checkRecoverySpeed,
  checkScrub,
  checkSetFlag,
  checkUnsetFlag,
} from '../../store/answers/preflight.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import type { FlagRow } from '../../store/facts/flags.ts';
import { pushOverlay } from '../../store/session/view.ts';
import { type CallOf, callPlan, type FieldChanges } from '../action/call.ts';
import { checkInput } from '../action/checkInput.ts';
import { fieldsOf } from '../fields/fields.ts';
import type { ListAction } from '../list/action.ts';
import { lasting } from '../since.ts';

const NEEDS = [resources.status, resources.crush, resources.pools, resources.flags, resources.tasks] as const;

/** True if a word is the name of a cluster flag. */
export const isFlagName = (word: string): word is FlagName => (FLAGS as readonly string[]).includes(word);

/**
 * The tier of setting or unsetting a flag. Unsetting one that holds data in place starts recovery while OSDs are down, which
 * is as disruptive as setting a flag.
 */
export function flagTier({ facts }: Known, flag: string, set: boolean): Tier {
  const releases = flag === 'noout' || RECOVERY_FLAGS.has(flag);
  return set || (releases && facts.osds().some(({ status }) => status === 'DOWN'))
    ? 'disruptive'
    : 'reversible';
}

/** Sets or unsets a cluster flag. */
export function flagPlan(cockpit: Known & Shown, flag: FlagName, set: boolean): Plan {
  const row = () => cockpit.facts.flags().find((candidate) => candidate.name === flag);
  const verb = set ? 'Set' : 'Unset';
  const check = set ? checkSetFlag : checkUnsetFlag;
  return callPlan(cockpit, {
    operation: set ? 'setFlag' : 'unsetFlag',
    title: `${verb} flag ${flag}`,
    target: flag,
    tierOf: () => flagTier(cockpit, flag, set),
    input: { params: { flag } },
    effect: set
      ? (row()?.effect ?? contract.setFlag.summary)
      : `Ends the effect of the flag: ${row()?.effect ?? 'see the cluster documentation.'}`,
    undo: set ? `unset ${flag}` : `set ${flag}`,
    inverse() {
      const before = row()?.on;
      if (before === set) return NO_CHANGE;
      return before === undefined ? undefined : () => flagPlan(cockpit, flag, !set);
    },
    cli: () => `ceph osd ${set ? 'set' : 'unset'} ${flag}`,
    checks: () => check(flag, checkInput(cockpit)),
    needs: NEEDS,
    refreshes: [resources.flags, resources.status, resources.health],
  });
}

/** The contract's description of the speed. */
const SPEED_HINT = fieldsOf(contract.setRecoverySpeed)[0]?.hint ?? '';

/** Sets the recovery speed; the form asks for it unless it is given. */
export function recoverySpeedPlan(cockpit: Known & Shown, given?: number): Plan {
  const current = cockpit.cache.slot(resources.recoverySpeed).data?.speed;
  return callPlan(cockpit, {
    operation: 'setRecoverySpeed',
    title: 'Set the recovery speed',
    target: 'recovery speed',
    input: given === undefined ? {} : { body: { speed: given } },
    fields: {
      'body.speed': { label: 'Recovery speed', hint: `now ${current ?? 'unknown'}; ${SPEED_HINT}` },
    },
    effect:
      'Recovery and backfill compete with clients for the disks: faster heals sooner, slower favours clients.',
    undo: current === undefined ? 'set the old speed' : `set the speed to ${current} again`,
    inverse({ 'body.speed': speed = given }) {
      const before = cockpit.cache.slot(resources.recoverySpeed).data?.speed;
      if (before === speed) return NO_CHANGE;
      return before === undefined ? undefined : () => recoverySpeedPlan(cockpit, before);
    },
    checks: ({ 'body.speed': speed = given }) =>
      speed === undefined ? [] : checkRecoverySpeed(speed, checkInput(cockpit)),
    needs: [resources.status, resources.recoverySpeed, resources.flags],
    refreshes: [resources.recoverySpeed, resources.status],
  });
}

/** The number of the existing OSD that a text names, such as `osd.3` or `3`; undefined if there is none. */
export function osdIdIn({ facts }: Known, text: string): number | undefined {
  const id = /^(?:osd\.)?(\d+)$/.exec(text)?.[1];
  return id === undefined ? undefined : facts.osds().find(({ osdId }) => osdId === Number(id))?.osdId;
}

/** The call that scrubs an OSD, either a given one or one that the form asks for with the given fields. */
export function scrubCall(
  cockpit: Known & Shown,
  deep: boolean,
  about: { readonly osdId: number } | { readonly fields: FieldChanges<'scrubOsd'> },
): CallOf<'scrubOsd' | 'deepScrubOsd'> {
  const given = 'osdId' in about ? about.osdId : undefined;
  const name = given === undefined ? 'an OSD' : `osd.${given}`;
  return {
    ...('osdId' in about ? { input: { params: about } } : about),
    title: `${deep ? 'Deep-scrub' : 'Scrub'} ${name}`,
    target: given === undefined ? 'the OSD' : name,
    effect: deep
      ? 'Reads all data of the OSD and compares it with its copies: hours of disk load, clients feel it.'
      : 'Compares the metadata of its placement groups with their copies: some disk load.',
    undo: 'none needed: it ends by itself; no flag stops a requested scrub',
    cli: ({ 'params.osdId': id = given }) => `ceph osd ${deep ? 'deep-scrub' : 'scrub'} ${id}`,
    checks: ({ 'params.osdId': id = given }) =>
      id === undefined ? [] : checkScrub(id, deep, checkInput(cockpit)),
    needs: NEEDS,
    refreshes: [resources.tasks, resources.status],
    stillThere: () => given === undefined || cockpit.facts.osds().some(({ osdId }) => osdId === given),
  };
}

/** Scrubs or deep-scrubs an OSD. */
export const scrubPlan = (cockpit: Known & Shown, osdId: number, deep: boolean): Plan =>
  callPlan(cockpit, {
    ...scrubCall(cockpit, deep, { osdId }),
    operation: deep ? 'deepScrubOsd' : 'scrubOsd',
  });

const scrubAction = (deep: boolean): ListAction<Pick<OsdRow, 'osdId' | 'status'>> => ({
  operation: deep ? 'deepScrubOsd' : 'scrubOsd',
  make(cockpit, _scope, row) {
    const id = row?.osdId;
    return {
      id: deep ? 'deep-scrub' : 'scrub',
      keys: [deep ? 'D' : 'S'],
      label: deep ? 'deep-scrub' : 'scrub',
      help: `${deep ? 'Deep-scrub' : 'Scrub'} the OSD under the cursor`,
      tier: deep ? 'disruptive' : 'reversible',
      refused:
        id === undefined ? 'there is no OSD here' : row?.status === 'UP' ? undefined : `osd.${id} is not up`,
      plan: () => scrubPlan(cockpit, id ?? -1, deep),
    };
  },
});

/** The actions on an OSD. */
export const osdActions = [scrubAction(false), scrubAction(true)] as const;

/** "ON for 4m12s, not recommended": the state of a flag that is on, in the menu. */
function onText(cockpit: Known & Shown, { name, off }: FlagRow): string {
  const set = cockpit.facts.flagSetSince(name);
  const lasted = set ? lasting(cockpit, set.at, set.exact) : '';
  return `ON${lasted && ` ${lasted}`}${off ? ', not recommended' : ''}`;
}

/** Opens the menu of cluster-wide maintenance: every flag with its state, and the recovery speed. */
export function openMaintenance(cockpit: Cockpit): void {
  const items = () => {
    const rows = cockpit.facts.flags();
    const speed = cockpit.cache.slot(resources.recoverySpeed).data?.speed;
    return [
      {
        label: 'Set the recovery speed',
        hint: speed === undefined ? '' : `now ${speed}`,
        run: () => cockpit.propose(recoverySpeedPlan(cockpit)),
      },
      ...FLAGS.map((name) => {
        const row = rows.find((candidate) => candidate.name === name);
        return {
          label: `${row?.on ? 'Unset' : 'Set'} ${name}`,
          hint: row === undefined ? 'state unknown' : row.on ? onText(cockpit, row) : 'off',
          help: row?.effect ?? '',
          run: () => cockpit.propose(flagPlan(cockpit, name, !row?.on)),
        };
      }),
    ];
  };
  pushOverlay(cockpit.view, { kind: 'menu', title: 'Maintenance', items, cursor: 0 });
}
