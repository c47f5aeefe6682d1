import { expect, test } from 'vitest';
import { topScreen } from '../../../src/store/session/screenView.ts';
import { deck, letters, openScreen, text } from '../openedDeck.ts';

test.each([
  ['nearfull', 'space', /3 Disks and OSDs/],
  ['maintenance', 'flag', /1 Health/],
])(
  'in the scenario %s, the key o on a risk about %s leads to where it can be seen',
  async (scenario, subject, place) => {
    await openScreen('risks', { scenario });
    await deck.press('/', ...letters(`about:${subject}`), 'enter', 'o', 'enter');
    expect(topScreen(deck.cockpit.view.getState())).toBeUndefined();
    expect(await text()).toMatch(place);
  },
);
