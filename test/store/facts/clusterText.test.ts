import { describe, expect, test } from 'vitest';
import type { Healing } from '../../../src/store/facts/healing.ts';
import {
  flagText,
  healingState,
  healingText,
  partText,
  roomText,
} from '../../../src/store/facts/clusterText.ts';

const healing = {
  state: 'healing',
  missing: 3,
  total: 10,
  serverRemaining: undefined,
  measured: undefined,
  perMinute: undefined,
  stalledFor: undefined,
  heldBy: [],
  downIn: 0,
  countedAgo: undefined,
} as const;

describe('healing in words', () => {
  test.each([
    [{ state: 'waiting', downIn: 1 }, 'waiting: 1 OSD down and in'],
    [{ state: 'waiting', downIn: 6 }, 'waiting: 6 OSDs down and in'],
    [{ state: 'repair', downIn: 0 }, 'needs repair'],
    [{ state: 'stalled', downIn: 2 }, 'stalled'],
    [{ state: 'healthy', downIn: 0 }, 'not needed'],
  ] as const)('the state of %o reads %j', (seen, text) => expect(healingState(seen)).toBe(text));

  test.each([
    [{}, ''],
    [{ serverRemaining: 0, perMinute: 0 }, ''],
    [{ serverRemaining: 90 }, 'server says 1m30s'],
    [{ measured: { from: 60, to: 120 } }, 'measured 1m00s-2m00s'],
    [{ perMinute: 4.4 }, '+4 pg/min'],
    [{ perMinute: -4.6 }, '-5 pg/min'],
    [{ heldBy: ['norecover', 'nobackfill'] }, 'held by norecover, nobackfill'],
    [{ countedAgo: 125 }, 'last counted 2m05s ago'],
    [{ stalledFor: 600_000 }, 'no progress for 10m00s'],
    [{ serverRemaining: 90, perMinute: 1 }, 'server says 1m30s, +1 pg/min'],
  ] as readonly [Partial<Healing>, string][])('healing of %o reads %j', (more, text) =>
    expect(healingText({ ...healing, ...more })).toBe(text),
  );
});

describe('space of the cluster in words', () => {
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

  test('the space of the cluster names the fullest OSD and the effect of losing a host', () => {
    expect(roomText(full, (name) => name)).toBe('fullest osd.3 71%, if a is lost est. 90%');
    expect(roomText(room, (name) => name)).toBe('');
  });

  test('the space of the cluster escapes names and colours its shares', () => {
    const paint = (share: number, text: string) => `<${share}:${text}>`;
    expect(roomText(full, (name) => name.toUpperCase(), paint)).toBe(
      'fullest OSD.3 <0.71:71%>, if A is lost est. <0.9:90%>',
    );
  });
});

test('the number of OSDs left out is shown only if there are any', () => {
  expect([partText(), partText(0), partText(1), partText(2)]).toEqual([
    '',
    '',
    ' without 1 OSD',
    ' without 2 OSDs',
  ]);
});

test('a flag is shown with its state', () => {
  expect([true, false].map((on) => flagText({ name: 'noout', on } as never))).toEqual([
    'noout on',
    'noout off',
  ]);
});
