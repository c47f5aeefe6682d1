import { age } from '../../lib/format.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import { say } from '../../store/session/view.ts';

/** Milliseconds for which the answer stands. */
const SHOWN_MS = 30_000;

/** Tells what was done to the simulated cluster, and how long ago: the end of a drill. */
export function reveal({ context, clock, view, reveal: told }: Cockpit): string | undefined {
  if (!context.demo) return 'Only a simulated cluster has something to reveal: storedeck --demo=drill';
  void told().then((deeds) => {
    const texts = deeds.map(({ summary, at }) => `${age((clock.now() - at) / 1000)} ago: ${summary}`);
    say(
      view,
      'info',
      texts.length === 0 ? 'Nothing was done to this cluster on purpose yet.' : texts.join('; '),
      SHOWN_MS,
    );
  });
  return undefined;
}
