import { parseSpan } from '../../lib/span.ts';
import { mutePlan, unmutePlan } from '../../screens/health/mutes.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import type { Command } from './command.ts';

const CODE = /^[A-Z][A-Z0-9_]*$/;

function mute(cockpit: Cockpit, argument: string): string | undefined {
  const [code = '', ...words] = argument.split(/\s+/);
  if (!CODE.test(code)) return 'Name the code of a health check, such as :mute OSD_DOWN 4h';
  const isSticky = words.at(-1) === 'sticky';
  const [span, ...rest] = isSticky ? words.slice(0, -1) : words;
  const seconds = span === undefined ? undefined : parseSpan(span);
  if (rest.length > 0 || (span !== undefined && !seconds))
    return `Type a duration, optionally followed by sticky: :mute ${code} 4h sticky`;
  const given = { ...(seconds !== undefined && { seconds }), ...(isSticky && { sticky: true }) };
  cockpit.propose(mutePlan(cockpit, code, words.length === 0 ? undefined : given));
  return undefined;
}

/** Commands that mute and unmute health checks by code, including checks that are not raised now. */
export const muteCommands: readonly Command[] = [
  {
    names: ['mute'],
    usage: 'CODE [DURATION] [sticky]',
    help: 'Mute a health check for a duration such as 4h; sticky lasts when it clears or grows worse',
    complete: ({ facts }) => facts.health().checks.map(({ code }) => code),
    run: mute,
  },
  {
    names: ['unmute'],
    usage: 'CODE',
    help: 'End the mute of a health check',
    complete: ({ facts }) => {
      const { checks, mutedAhead } = facts.health();
      return [...checks.filter(({ muted }) => muted), ...mutedAhead].map(({ code }) => code);
    },
    run(cockpit, code) {
      if (!CODE.test(code)) return 'Name the code of a muted health check.';
      return cockpit.propose(unmutePlan(cockpit, code));
    },
  },
];
