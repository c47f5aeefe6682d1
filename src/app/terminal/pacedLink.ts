import type { Clock } from '../../lib/clock.ts';
import { duration } from '../../lib/format.ts';
import { cadenceOf } from '../../store/link/cadence.ts';
import { createLink, type TerminalLink, type LinkState, type SlowChoice } from '../../store/link/link.ts';
import { createPacer, type Pacer } from '../../store/link/pacer.ts';
import { say } from '../../store/session/view.ts';
import type { ViewStore } from '../../store/session/viewState.ts';

/** The interval at which updates are drawn, as text. */
export const updateIntervalText = (link: LinkState): string => {
  const { newsMs } = cadenceOf(link);
  return newsMs === 0 ? 'as it comes' : `every ${duration(newsMs / 1000)}`;
};

/**
 * The terminal link with its measured speed, and the pacer that limits drawing to it. A notice announces when the link is
 * automatically found slow or fast again.
 */
export function pacedLink(
  clock: Clock,
  view: ViewStore,
  asked: SlowChoice = 'auto',
): { readonly link: TerminalLink; readonly pacer: Pacer } {
  const link = createLink(clock, asked);
  const pacer = createPacer(clock, () => cadenceOf(link.store.getState()).newsMs);
  link.store.subscribe((now, before) => {
    pacer.flush();
    if (now.choice !== 'auto' || now.slow === before.slow) return;
    say(
      view,
      'info',
      now.slow
        ? `Slow link: updates are drawn ${updateIntervalText(now)}, keys at once. :slow off draws all.`
        : 'The link is fast again: everything is drawn as it comes.',
    );
  });
  return { link, pacer };
}
