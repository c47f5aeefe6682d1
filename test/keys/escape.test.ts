import { describe, expect, it } from 'vitest';
import { createEscapeJoiner } from '../../src/keys/escape.ts';
import type { Press } from '../../src/keys/press.ts';
import { fakeClock } from '../support/fakeClock.ts';

const press = (name: string, alone = true): Press => ({ name, alone });

function joiner(holdMs: number) {
  const clock = fakeClock();
  const heard: string[] = [];
  const receive = createEscapeJoiner(clock, holdMs, (presses) =>
    heard.push(...presses.map((each) => each.name)),
  );
  return { clock, heard, receive };
}

describe('EscapeJoiner', () => {
  it('an Escape with a delayed [B is read as the arrow key that was pressed', async () => {
    const { clock, heard, receive } = joiner(100);
    receive([press('esc')]);
    await clock.advance(60);
    receive([press('[', false), press('B', false)]);
    await clock.advance(200);
    expect(heard).toEqual(['down']);
  });

  it('Escape is read as a key of its own once the wait is over', async () => {
    const { clock, heard, receive } = joiner(100);
    receive([press('esc')]);
    await clock.advance(100);
    expect(heard).toEqual(['esc']);
  });

  it('Escape and a key after it stay two keys if they form no sequence', () => {
    const { heard, receive } = joiner(100);
    receive([press('esc')]);
    receive([press('q')]);
    expect(heard).toEqual(['esc', 'q']);
  });

  it('Escape is not delayed on a local terminal', () => {
    const { heard, receive } = joiner(0);
    receive([press('esc')]);
    expect(heard).toEqual(['esc']);
  });
});
