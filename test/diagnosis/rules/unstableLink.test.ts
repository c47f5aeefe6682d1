import { describe, expect, test } from 'vitest';
import { causes, failed, line, NOW, UNHEARD, stillRunning } from '../support.ts';

const link = (ago: number, word: string, server = 2) =>
  line(ago, 'kernel', `eth0: NIC Link is ${word}`, server);
/** Log lines in which peers on two servers say that they never heard from an OSD. */
const never = (id: number, ago = 8) =>
  [0, 5].map((by) =>
    line(
      ago,
      `osd.${by}`,
      `heartbeat_check: no reply from 10.0.0.2:6800 osd.${id} ever on either front or back`,
    ),
  );
const kinds = (log: readonly ReturnType<typeof line>[], down: readonly number[] = []) =>
  causes({ log, down }).map(({ kind }) => kind);

describe('a flapping link of a server', () => {
  const flapped = [
    failed(2, UNHEARD, 200),
    failed(3, UNHEARD, 190),
    stillRunning(2, 150),
    stillRunning(3, 148),
  ];

  test('a flapping link is named since the first loss, with what was logged about its OSDs, and is likely', () => {
    const [found] = causes({ log: flapped });
    expect(found).toMatchObject({
      kind: 'link-flap',
      objects: ['b'],
      host: 'b',
      since: NOW - 200_000,
      confidence: 'likely',
      text: 'the link of b comes and goes: 2 of its OSDs were marked down while they ran',
      next: ['check cable, port and switch of b'],
    });
    expect(found?.proofs.every(({ text }) => text.includes('still running'))).toBe(true);
  });

  test('a flapping link is certain if the kernel of that server logged that it went down and up', () => {
    const confidence = (...lines: ReturnType<typeof line>[]) => causes({ log: [...lines, ...flapped] })[0];
    expect(confidence(link(205, 'Down'), link(160, 'Up'))).toMatchObject({
      confidence: 'certain',
      since: NOW - 205_000,
    });
    expect(confidence(link(205, 'Down'))).toMatchObject({ kind: 'link-flap', confidence: 'likely' });
    expect(confidence(link(205, 'Down', 3), link(160, 'Up', 3))).toMatchObject({ confidence: 'likely' });
  });

  test('a flapping link is shown with two of its own log lines and one each of two OSDs, and not taken for dropped large packets', () => {
    const links = [205, 204, 203, 202].map((ago) => link(ago, ago % 2 === 0 ? 'Up' : 'Down'));
    const log = [...links, ...flapped, stillRunning(2, 140), ...never(2, 130), ...never(3, 130)];
    const [found] = causes({ log });
    expect(found?.kind).toBe('link-flap');
    expect(found?.proofs.map(({ text }) => /Link is \w+|osd\.\d down/.exec(text)?.[0])).toEqual([
      'Link is Down',
      'Link is Up',
      'osd.2 down',
      'osd.3 down',
    ]);
  });

  test("a flapping link is suspected if half of the server's OSDs flapped", () => {
    const on = (children: number[]) =>
      causes({
        log: flapped,
        crush: ({ nodes = [] }) => ({
          nodes: nodes.map((node) => (node.name === 'b' ? { ...node, children } : node)),
        }),
      }).map(({ kind }) => kind);
    expect(on([2, 3, 4, 5])).toEqual(['link-flap']);
    expect(on([2, 3, 4, 5, 6])).toEqual(['osd-flap', 'osd-flap']);
  });

  test('a flapping link is recognized from kernel messages alone', () => {
    const other = ['Down', 'Up'].map((word) => line(160, 'monitoring', `eth0: NIC Link is ${word}`, 2));
    expect(causes({ log: [...flapped, ...other] })[0]?.confidence).toBe('likely');
  });

  test('a flapping link is not blamed for a single flapping OSD, nor for OSDs that did not come back', () => {
    expect(kinds([failed(2, UNHEARD, 200), stillRunning(2, 150)])).toEqual(['osd-flap']);
    expect(kinds([stillRunning(2, 150), stillRunning(3, 150)])).toEqual(['osd-flap', 'osd-flap']);
    expect(kinds([failed(2, UNHEARD, 30), failed(3, UNHEARD, 20)], [2, 3])).toEqual(['host-down']);
  });

  test('a flapping link is no longer blamed five minutes after the OSDs came back', () => {
    const later = (seconds: number) => flapped.map((one) => ({ ...one, t: one.t! - seconds }));
    const lost = [2, 3];
    expect(kinds(later(140), lost)).toContain('link-flap');
    expect(kinds(later(160), lost)).not.toContain('link-flap');
  });
});

describe('dropped large packets', () => {
  test('dropped large packets are assumed for a server if peers never heard from two of its OSDs', () => {
    expect(causes({ down: [2], log: [...never(2), ...never(3, 12)] })).toMatchObject([
      {
        kind: 'net-mtu',
        objects: ['b'],
        confidence: 'likely',
        since: NOW - 12_000,
        text: 'large packets of b are dropped: its OSDs run, and peers never hear from them',
        next: ['compare the MTU of b and its switch port; ping with large packets'],
      },
    ]);
    expect(kinds([...never(2), ...never(2, 12)], [2])).not.toContain('net-mtu');
  });

  test('dropped large packets explain nothing five minutes after the last log line about them', () => {
    expect(kinds([...never(2, 300), ...never(3, 300)], [2, 3])).toContain('net-mtu');
    expect(kinds([...never(2, 301), ...never(3, 302)], [2, 3])).not.toContain('net-mtu');
  });
});
