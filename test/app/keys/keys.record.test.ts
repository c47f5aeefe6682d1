import { expect, test } from 'vitest';
import { layersOf } from '../../../src/app/keys/layers.ts';
import type { Layer } from '../../../src/keys/binding.ts';
import { effectOf, keyEffect } from '../../screens/effects.ts';
import type { ShownDeck } from '../../screens/shownDeck.tsx';
import { expectGolden } from '../../support/golden.ts';
import { visitEach, BARE, OVERLAYS, type Place } from '../places.ts';

/** The keys of a layer, with the label and the effect of each, or the reason why it is disabled. */
function layerLines(deck: ShownDeck, { title, modal, bindings, text, paste }: Layer): string[] {
  return [
    `${title}${modal ? ', over all' : ''}`,
    ...bindings.map(({ keys, name, label, help, footer, disabled }) => {
      const effect = disabled?.() ?? keyEffect(deck, keys[0] ?? '');
      return `  ${JSON.stringify([keys, name, label, help, footer])}\n      ${effect}`;
    }),
    ...(text ? [`  a letter\n      ${effectOf(deck, () => text({ name: 'x', alone: true }))}`] : []),
    ...(paste ? [`  a paste\n      ${effectOf(deck, () => paste('one\ntwo'))}`] : []),
  ];
}

/** The layers of keys at a place. The keys of a single pane or screen are in the record of that pane or screen. */
function recordedLayers({ cockpit }: ShownDeck, { keys }: Place): readonly Layer[] {
  const layers = layersOf(cockpit);
  const top = cockpit.view.getState().overlays.at(-1);
  if (top !== undefined && top.kind !== 'screen') return layers.slice(0, 1);
  return layers.slice(1, keys === undefined ? 2 : 3);
}

test('each key acts as recorded on the deck, on screens and in overlays', async () => {
  const lines: string[] = [];
  const places = [...BARE, ...OVERLAYS].filter(({ keys }) => keys !== 'none');
  await visitEach(places, (deck, place) => {
    lines.push(`# ${place.name}`, ...recordedLayers(deck, place).flatMap((layer) => layerLines(deck, layer)));
  });
  expectGolden('records/keys', lines.join('\n'), []);
  expect(lines.length).toBeGreaterThan(300);
}, 180_000);
