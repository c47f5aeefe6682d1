import { test } from 'vitest';
import { createApi } from '../../../src/api/client.ts';
import { embeddedTransport } from '../../../src/service/embedded.ts';
import { createSimEngine } from '../../../src/service/sim/engine.ts';
import { createCache } from '../../../src/store/cache/cache.ts';
import { resources } from '../../../src/store/cache/resources.ts';
import { createFacts } from '../../../src/store/facts/facts.ts';
import { recordJournal } from '../../../src/store/session/journalRecorder.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { expectGolden } from '../../support/golden.ts';

/** The number of items that are recorded of each list, which is enough to show their format. */
const SHOWN = 3;

const STORIES = [
  'demo',
  'osd-down',
  'recovery',
  'rack-partition',
  'host-down',
  'nearfull',
  'scrub-errors',
  'mon-down',
];

/** A fact as text, with the first items of long lists. */
function textOf(fact: unknown): string {
  const few = (name: string, part: unknown): unknown => {
    // These form cycles, and appear in the tree.
    if (name === 'places') return undefined;
    if (part instanceof Map || part instanceof Set) return few('', [...part]);
    if (Array.isArray(part) && part.length > SHOWN) return [...part.slice(0, SHOWN), `of ${part.length}`];
    return typeof part === 'function' ? '' : part;
  };
  return JSON.stringify(fact, few) ?? 'not known';
}

test.each(STORIES)(
  'in the scenario %s, the derived facts are as recorded',
  async (scenario) => {
    const clock = fakeClock();
    const now = () => clock.now();
    const transport = embeddedTransport(createSimEngine({ clock, scenario, seed: 1, scale: 24 }));
    const api = createApi({
      transport,
      readOnly: () => false,
      onWrite: () => undefined,
      clock: { now, elapsed: now },
    });
    using cache = createCache({ api, clock });
    using keeper = recordJournal(cache.store);
    const {
      hostName: _,
      flagSetSince: ___,
      now: __,
      loggedDowns: ____,
      events,
      ...facts
    } = createFacts(cache, () => keeper.journal.getState(), now);
    using watched = new DisposableStack();
    for (const resource of Object.values(resources)) watched.use(cache.watch(resource));
    const lines: string[] = [];
    for (const seconds of [5, 300]) {
      await clock.advance(seconds * 1000);
      lines.push(`# after ${seconds} s more`);
      const all = { ...facts, events: () => events({ from: 0, to: now(), step: 60_000 }) };
      for (const [name, fact] of Object.entries(all)) lines.push(`${name} ${textOf(fact())}`);
    }
    expectGolden(`records/facts/${scenario}`, lines.join('\n'), []);
  },
  60_000,
);
