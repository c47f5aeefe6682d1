import { describe, expect, test } from 'vitest';
import { contract, type OperationId } from '../../src/api/contract/index.ts';
import { mask } from '../../src/api/mask.ts';
import type { Answer as Reply, Transport } from '../../src/api/transport.ts';
import { screenOf } from '../../src/screens/screens.ts';
import type { OsdRow } from '../../src/store/answers/osds.ts';
import { answered, answeredAs } from '../../src/store/answers/rowAnswers.ts';
import { PANES } from '../../src/store/session/panes.ts';
import { topScreen } from '../../src/store/session/screenView.ts';
import { leave, reachable, visit } from './crawl.ts';
import { type ShownDeck, showDeck } from './shownDeck.tsx';

/** Screens of data that the program keeps or computes itself. */
const LOCAL = new Set(['contexts', 'requests', 'audit', 'why', 'favourites']);

const text = (value: unknown): string => JSON.stringify(mask(undefined, value));

const requestLines = /^[A-Z]+ \S+: 200/;

/** Every part of the service's answers, as text, by its request. */
function recorder() {
  const parts = new Map<string, Set<string>>();
  const take = (request: string, value: unknown): void => {
    const known = parts.get(request) ?? new Set();
    parts.set(request, known);
    const add = (part: unknown): void => {
      known.add(text(part));
      if (typeof part === 'object' && part !== null) Object.values(part).forEach(add);
    };
    add(value);
  };
  const takeText = (request: string, body: string): void => {
    try {
      take(request, JSON.parse(body));
    } catch {
      take(request, body);
    }
  };
  async function* watched(id: OperationId, body: Reply['body']): AsyncGenerator<string> {
    const { method, path } = contract[id];
    let whole = '';
    for await (const chunk of body) {
      whole += chunk;
      if (id === 'followLogs') for (const line of chunk.split('\n')) takeText(`${method} ${path}`, line);
      yield chunk;
    }
    takeText(`${method} ${path}`, whole);
  }
  const wrap = (transport: Transport): Transport => ({
    ...transport,
    async send(id, input, options) {
      const reply = await transport.send(id, input, options);
      return { ...reply, body: watched(id, reply.body) };
    },
  });
  return { parts, wrap };
}

/** The answers that the key `y` shows, by the request above each. */
function shownBy({
  cockpit,
}: ShownDeck): { readonly about: readonly string[]; readonly value: unknown } | undefined {
  const top = cockpit.view.getState().overlays.at(-1);
  return top?.kind === 'json' ? { about: top.about ?? [], value: top.value } : undefined;
}

/** Checks a row as JSON, and returns the parts that are in no answer. */
async function inventedBy(
  deck: ShownDeck,
  where: string,
  parts: Map<string, Set<string>>,
): Promise<string[]> {
  await deck.press('y');
  const shown = shownBy(deck);
  if (shown === undefined) return [`${where}: y shows nothing`];
  const all = [...parts.values()];
  const isAnswered = (value: unknown) => all.some((known) => known.has(JSON.stringify(value)));
  if (isAnswered(shown.value))
    return shown.about.some((line) => requestLines.test(line)) ? [] : [`${where}: no request`];
  const split = Object.entries(shown.value as object);
  return split
    .filter(([request, value]) => !parts.get(request)?.has(JSON.stringify(value)))
    .map(([request, value]) => `${where}: ${request}: ${JSON.stringify(value).slice(0, 200)}`);
}

describe('raw answers of the service', () => {
  test('the key y shows the answer of the service on every pane', async () => {
    const { parts, wrap } = recorder();
    await using deck = await showDeck({ columns: 120, rows: 40, scenario: 'host-down', wrap });
    await deck.cockpit.api.benchmarkDisk({ params: { diskId: 1 } });
    await deck.clock.advance(60_000);
    const invented: string[] = [];
    for (const pane of PANES) {
      leave(deck);
      deck.cockpit.view.setState({ focus: pane, zoomed: true });
      await deck.press('home');
      invented.push(...(await inventedBy(deck, pane, parts)));
      leave(deck);
      deck.cockpit.view.setState({ focus: pane, zoomed: true });
      await deck.press('end');
      invented.push(...(await inventedBy(deck, `the end of ${pane}`, parts)));
    }
    expect(invented).toEqual([]);
  });

  test('the key y shows the answer of the service on every screen', async () => {
    const { parts, wrap } = recorder();
    await using deck = await showDeck({ columns: 120, rows: 40, scenario: 'demo', wrap });
    await deck.clock.advance(5000);
    await deck.cockpit.api.benchmarkDisk({ params: { diskId: 1 } });
    const places = await reachable(deck);
    const invented: string[] = [];
    const looked = new Set<string>();
    for (const { screen, scope } of places) {
      if (LOCAL.has(screen.id) || screen.id === 'crush-edit') continue;
      await visit(deck, screen.id, scope);
      // Requests of an earlier place are long gone from the list of requests.
      await deck.cockpit.screens.refresh();
      await deck.frame();
      const view = topScreen(deck.cockpit.view.getState());
      if (view === undefined || screenOf(view).table?.(deck.cockpit, view).selected() === undefined) continue;
      looked.add(screen.id);
      invented.push(...(await inventedBy(deck, screen.id, parts)));
    }
    expect(invented).toEqual([]);
    expect(looked.size).toBeGreaterThan(20);
  }, 240_000);
});

test('a computed row is not shown as an answer of the service', () => {
  const row = {} as OsdRow;
  // @ts-expect-error It has fields that no disk has.
  answered('listDisks', row);
  // @ts-expect-error The same applies to rows that come unchanged from an answer.
  const answersOf: (row: OsdRow) => unknown = answeredAs('listDisks');
  expect(answersOf).toBeTypeOf('function');
});
