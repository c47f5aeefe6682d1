import { describe, expect, test } from 'vitest';
import { flagText, healingText, partText, roomText } from '../../../src/store/facts/clusterText.ts';

const healing = {
  state: 'healing',
  missing: 3,
  total: 10,
  serverRemaining: undefined,
  measured: undefined,
  perMinute: undefined,
  stalledFor: undefined,
  heldBy: [],
} as const;

describe('how recovery goes', () => {
  test.each([
    [{}, ''],
    [{ serverRemaining: 0, perMinute: 0 }, ''],
    [{ serverRemaining: 90 }, 'server says 1m30s'],
    [{ measured: { from: 60, to: 120 } }, 'measured 1m00s-2m00s'],
    [{ perMinute: 4.4 }, '+4 pg/min'],
    [{ perMinute: -4.6 }, '-5 pg/min'],
    [{ heldBy: ['norecover', 'nobackfill'] }, 'held by norecover, nobackfill'],
    [{ stalledFor: 600_000 }, 'no progress for 10m00s'],
    [{ serverRemaining: 90, perMinute: 1 }, 'server says 1m30s, +1 pg/min'],
  ])('with %o reads %j', (more, text) => expect(healingText({ ...healing, ...more })).toBe(text));
});

describe('the room of a cluster', () => {
  const room = {
    mean: 0.5,
    nearfull: 0,
    backfillfull: 0,
    full: 0,
    level: 'ok',
    fullest: undefined,
    afterLoss: undefined,
  } as unknown as Parameters<typeof roomText>[0];
  const full = {
    ...room,
    fullest: { id: 'osd.3', share: 0.71 },
    afterLoss: { host: 'a', deviceClass: 'hdd', share: 0.9 },
  };

  test('tells the fullest OSD and what the loss of a host would do', () => {
    expect(roomText(full, (name) => name)).toBe('fullest osd.3 71%, if a is lost est. 90%');
    expect(roomText(room, (name) => name)).toBe('');
  });

  test('has its names cleaned and its shares painted', () => {
    const paint = (share: number, text: string) => `<${share}:${text}>`;
    expect(roomText(full, (name) => name.toUpperCase(), paint)).toBe(
      'fullest OSD.3 <0.71:71%>, if A is lost est. <0.9:90%>',
    );
  });
});

test('OSDs without a part are told where there are any', () => {
  expect([partText(), partText(0), partText(1), partText(2)]).toEqual([
    '',
    '',
    ' without 1 OSD',
    ' without 2 OSDs',
  ]);
});

test('a flag reads with its state', () => {
  expect([true, false].map((on) => flagText({ name: 'noout', on } as never))).toEqual([
    'noout on',
    'noout off',
  ]);
});
