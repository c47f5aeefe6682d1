import { expect, test } from 'vitest';
import { muteEnd, muteLeft, selectMutes } from '../../../src/store/answers/mutes.ts';
import { sample } from '../../service/ceph/samples.ts';

const until = Date.UTC(2026, 10, 25, 0, 58, 55, 945);

test('a mute is parsed as Ceph sends it, with or without an end', () => {
  expect(selectMutes(sample('healthMuted'))).toEqual([
    { code: 'OSD_NEARFULL', until: undefined, sticky: true },
    { code: 'RECENT_CRASH', until, sticky: false },
  ]);
  expect(selectMutes({ mutes: [{ code: 'OSD_DOWN', ttl: '', sticky: true }] })).toEqual([
    { code: 'OSD_DOWN', until: undefined, sticky: true },
  ]);
});

test('a mute from a newer release is parsed like an older one', () => {
  expect(selectMutes(sample('healthMuted', '20.2'))).toEqual([
    { code: 'OSD_NEARFULL', until: undefined, sticky: true },
    { code: 'RECENT_CRASH', until: Date.UTC(2026, 10, 25, 1, 43, 15, 401), sticky: false },
  ]);
});

test('an invalid mute is left out, and an invalid end means no end', () => {
  expect(selectMutes({ mutes: [null, 7, {}, { code: 'A', ttl: 'soon', sticky: 'yes' }] })).toEqual([
    { code: 'A', until: undefined, sticky: false },
  ]);
  expect(selectMutes('broken')).toEqual([]);
});

test('the end of a mute is described by what is known about it', () => {
  const mute = { code: 'A', until, sticky: false };
  expect(muteLeft(mute, until - 3_600_000)).toBe('1h00m left');
  expect(muteEnd(mute, true)).toBe('until 2026-11-25 00:58:55Z');
  expect(muteEnd({ ...mute, until: undefined, sticky: true }, true)).toBe('no end set, sticky');
  expect(muteEnd({ ...mute, until: undefined }, true)).toBe(
    'no end set: ends when the check clears or grows worse',
  );
});
