import type { Input } from '../../api/contract/index.ts';
import { parseSpan } from '../../lib/span.ts';
import type { PlannedAction } from '../../store/action/action.ts';
import type { Plan } from '../../store/action/plan.ts';
import type { HealthRow } from '../../store/answers/health.ts';
import { block, type PreflightCheck, warn } from '../../store/answers/preflight.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { callPlan } from '../action/call.ts';

/** The initial span of the form: about as long as somebody attends to the problem. */
const USUAL_SPAN = '4h';
const CHANGED = [resources.status, resources.health];

/** Parses a span; an empty text means no end. */
function readSpan(text: string): { value: number | undefined } | { problem: string } {
  if (text.trim() === '') return { value: undefined };
  const seconds = parseSpan(text);
  return seconds === undefined || seconds === 0
    ? { problem: 'Type a duration such as 30m, 4h or 7d, or nothing for no end.' }
    : { value: seconds };
}

function checksOf(check: HealthRow | undefined, code: string, isSticky: boolean): PreflightCheck[] {
  if (check === undefined)
    return [
      isSticky
        ? warn(`${code} is not raised now`)
        : block(`${code} is not raised now: only a sticky mute can wait for it`),
    ];
  return [
    ...(check.level === 'error' ? [warn('it is an error: the health will no longer show it')] : []),
    ...(check.muted ? [warn('it is muted already: this replaces that mute')] : []),
  ];
}

/** Mutes a health check; span and stickiness are asked for unless they are given. */
export function mutePlan(
  cockpit: Known & Shown,
  code: string,
  given?: Omit<Input<'muteHealthCheck'>['body'], 'code'>,
): Plan {
  const check = () => cockpit.facts.health().checks.find((row) => row.code === code);
  return callPlan(cockpit, {
    operation: 'muteHealthCheck',
    title: `Mute ${code}`,
    target: code,
    input: { body: { code, ...given } },
    ask: given === undefined ? ['body.seconds', 'body.sticky'] : [],
    fields: {
      'body.seconds': {
        label: 'for',
        initial: USUAL_SPAN,
        hint: 'such as 30m, 4h or 7d; empty: until it clears or gets worse',
        read: readSpan,
      },
      'body.sticky': {
        label: 'sticky',
        initial: 'false',
        hint: 'true: also when it clears and comes back, or gets worse',
      },
    },
    effect: 'The check no longer counts towards the health of the cluster. The problem itself remains.',
    undo: `unmute ${code}`,
    inverse: () => () => unmutePlan(cockpit, code),
    cli: ({ 'body.seconds': seconds = given?.seconds, 'body.sticky': sticky = given?.sticky }) =>
      `ceph health mute ${code}${seconds === undefined ? '' : ` ${seconds}s`}${sticky === true ? ' --sticky' : ''}`,
    checks: ({ 'body.sticky': sticky = given?.sticky }) => checksOf(check(), code, sticky === true),
    needs: CHANGED,
    refreshes: CHANGED,
  });
}

/** Ends the mute of a health check. */
export function unmutePlan(cockpit: Known & Shown, code: string): Plan {
  const health = cockpit.facts.health();
  const mute =
    health.checks.find((row) => row.code === code)?.mute ??
    health.mutedAhead.find((one) => one.code === code);
  return callPlan(cockpit, {
    operation: 'unmuteHealthCheck',
    title: `Unmute ${code}`,
    target: code,
    input: { query: { code } },
    effect: 'The check counts towards the health of the cluster again, at once if it is raised.',
    undo: `mute ${code} again`,
    inverse: () => () =>
      mutePlan(cockpit, code, {
        ...(mute?.until !== undefined && {
          seconds: Math.max(1, Math.round((mute.until - cockpit.clock.now()) / 1000)),
        }),
        ...(mute?.sticky === true && { sticky: true }),
      }),
    cli: () => `ceph health unmute ${code}`,
    refreshes: CHANGED,
  });
}

/** Footer position of these keys, after the links to the cause of a check. */
const RARE = 40;

/** The actions on the selected check. */
export function muteActions(cockpit: Known & Shown, check: HealthRow | undefined): readonly PlannedAction[] {
  const nothing = check === undefined ? 'there is no check' : undefined;
  const code = check?.code ?? '';
  return [
    {
      id: 'mute',
      keys: ['m'],
      label: 'mute',
      help: 'Mute the check under the cursor for a while',
      tier: 'reversible',
      footer: RARE,
      refused: nothing,
      plan: () => mutePlan(cockpit, code),
    },
    {
      id: 'unmute',
      keys: ['u'],
      label: 'unmute',
      help: 'End the mute of the check under the cursor',
      tier: 'reversible',
      footer: RARE,
      refused: nothing ?? (check?.muted ? undefined : `${code} is not muted`),
      plan: () => unmutePlan(cockpit, code),
    },
  ];
}
