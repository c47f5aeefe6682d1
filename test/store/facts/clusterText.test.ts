import { describe, expect, test } from 'vitest';
import { flagText, partText, spaceText } from '../../../src/store/facts/clusterText.ts';

describe('text about the space of the cluster', () => {
  const room = {
    mean: 0.5,
    nearfull: 0,
    backfillfull: 0,
    full: 0,
    level: 'ok',
    fullest: undefined,
    afterLoss: undefined,
  } as unknown as Parameters<typeof spaceText>[0];
  const full = {
    ...room,
    fullest: { id: 'osd.3', share: 0.71 },
    afterLoss: { host: 'a', deviceClass: 'hdd', share: 0.9, pools: ['rbd'] },
  };

  test('the space of the cluster names the fullest OSD and the effect of losing a host', () => {
    expect(spaceText(full, (name) => name)).toBe('fullest osd.3 71%, if a is lost est. 90%');
    expect(spaceText(room, (name) => name)).toBe('');
    const cannot = { ...full, afterLoss: { ...full.afterLoss, share: undefined } };
    expect(spaceText(cannot, (name) => name)).toBe('fullest osd.3 71%, if a is lost rbd cannot heal');
  });

  test('the space of the cluster escapes names and colours its shares', () => {
    const paint = (share: number, text: string) => `<${share}:${text}>`;
    expect(spaceText(full, (name) => name.toUpperCase(), paint)).toBe(
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
