import { describe, expect, test } from 'vitest';
import type { ClusterStatus } from '../../src/api/contract/cluster.ts';
import { openDeck, text } from '../screens/openedDeck.ts';
import { fakeIo } from './fakeIo.ts';
import { onService, run } from './onService.ts';

const status: ClusterStatus = {
  storeStatus: {
    fsid: '8f3c12ab-0000',
    health: {
      status: 'HEALTH_WARN',
      checks: {
        OSDMAP_FLAGS: { severity: 'HEALTH_WARN', summary: { message: 'noscrub set' }, muted: true },
        OSD_DOWN: { severity: 'HEALTH_ERR', summary: { message: '6 osds down\u001b[31m' } },
      },
    },
  },
  placementGroups: [
    { poolName: 'a', okay: 10, warn: 2, error: 1 },
    { poolName: 'b', okay: 5, warn: 0, error: 0 },
  ],
  recoveryTimeRemaining: 6600,
  servers: { online: 11, total: 12 },
  mds: { online: 2, total: 2, up: 1 },
  radosgws: { online: 4, total: 4 },
};
const withHealth = (health: string | undefined): ClusterStatus => ({
  storeStatus: { health: health === undefined ? {} : { status: health } },
});

describe('storedeck status', () => {
  test('status lists the health checks, worst first, without terminal control sequences', async () => {
    const { code, out, err } = await onService({ getClusterStatus: () => status }, ['status']);
    expect(out.split('\n')).toEqual([
      'HEALTH_WARN 8f3c12ab-0000',
      'E OSD_DOWN: 6 osds down␛[31m',
      'W OSDMAP_FLAGS: noscrub set (muted)',
      'cause: no known cause explains OSD_DOWN (unknown)',
      'cause: noscrub is set: no shallow scrub begins by itself (certain)',
      'do: find the host; check daemon, disk and network; start the daemon',
      'where, used, space: not known: not possible on this cluster: CRUSH map',
      'heal: pace not known from one sample, 3 of 18 pgs not okay',
      'flags: noscrub on, none recommended',
      'i/o: not known: the service does not report it',
      'placement groups: 15 ok, 2 warn, 1 error',
      'online: servers 11/12, mds 2/2, s3 4/4, iscsi ?/?, nfs ?/?, smb ?/?',
      'recovery: 1h50m left, as the service estimates',
      '',
    ]);
    expect(err).toBe('');
    expect(code).toBe(1);
  });

  test('status shows until when a check is muted, and which mutes wait for their check', async () => {
    const mutes = [
      { code: 'OSDMAP_FLAGS', ttl: '2026-11-20T17:09:15.501650+0000', sticky: true },
      { code: 'RECENT_CRASH', sticky: true },
    ];
    const { out } = await onService(
      { getClusterStatus: () => status, getClusterStatusDetail: () => ({ mutes }) },
      ['status'],
    );
    expect(out).toContain('W OSDMAP_FLAGS: noscrub set (muted until 2026-11-20 17:09:15Z, sticky)\n');
    expect(out).toContain('muted though not raised: RECENT_CRASH, no end set, sticky\n');
  });

  test.each([
    ['HEALTH_OK', 0],
    ['HEALTH_WARN', 1],
    ['HEALTH_ERR', 2],
    ['HEALTH_UNKNOWN', 3],
    ['constructor', 3],
    [undefined, 3],
  ])('the exit code of status is, for %s, %i', async (health, code) => {
    expect((await onService({ getClusterStatus: () => withHealth(health) }, ['status'])).code).toBe(code);
  });

  test.each([
    ['HEALTH_OK', false, 2],
    ['HEALTH_OK', true, 0],
    ['HEALTH_WARN', false, 2],
    ['HEALTH_WARN', true, 1],
    ['HEALTH_UNKNOWN', false, 3],
  ])(
    'the exit code of status is, for %s while groups cannot serve I/O (muted: %s), %i',
    async (health, muted, code) => {
      const checks = {
        PG_AVAILABILITY: { severity: 'HEALTH_WARN', summary: { message: '4 pgs inactive' }, muted },
      };
      const answer = { storeStatus: { health: { status: health, checks } } };
      const found = await onService({ getClusterStatus: () => answer }, ['status']);
      expect(found.code).toBe(code);
      if (code === 2) expect(found.out).toContain('I/O blocked: 4 placement groups cannot serve I/O\n');
    },
  );

  test('status exits as error and says so if no gateway of a kind runs, which Ceph calls healthy', async () => {
    const answer = { ...withHealth('HEALTH_OK'), radosgws: { online: 0, total: 2 } };
    const { out, code } = await onService({ getClusterStatus: () => answer }, ['status']);
    expect(out).toContain('I/O blocked: no radosgw gateway runs\n');
    expect(code).toBe(2);
  });

  test('status --json writes the whole status', async () => {
    const { out } = await onService({ getClusterStatus: () => status }, ['status', '--json']);
    expect(JSON.parse(out)).toMatchObject(status);
    expect(out).toContain('\\u001b[31m');
  });

  test('status shows the facts of the panes: location, healing, flags, usage and free space', async () => {
    for (const [scenario, wanted] of [
      [
        'rack-partition',
        [
          /^cause: rack3 does not answer: 20 OSDs on 4 hosts; one more loss may cost data of [^()]+ \(certain\)$/,
          /^do: check power and switch of rack3$/,
          /^where: 20\/20 down OSDs on rack rack3/,
        ],
      ],
      ['calm', [/^where: all 60 OSDs up$/, /^heal: all placement groups okay$/]],
      ['demo', [/^heal: pace not known from one sample, \d+ of 1\.6k pgs not okay/, /^flags: noscrub on$/]],
      [
        'nearfull',
        [/^used: \d+%, .* of /, /^space: fullest osd\.\d+ 8\d%, if stor-\d+ is lost est\. 1\d\d%$/],
      ],
      ['host-down', [/^i\/o: read .* op\/s, write .* op\/s$/, /^flags: as recommended$/]],
    ] as const) {
      const io = fakeIo();
      await run(['status', `--demo=${scenario}`], io);
      const lines = io.written.out.split('\n');
      for (const line of wanted) expect(lines, scenario).toContainEqual(expect.stringMatching(line));
      // What is a guess from the place alone would contradict the step against the cause.
      expect(lines, scenario).not.toContainEqual(expect.stringMatching(/^next:/));
      const printed = lines.filter((line) => /^(?:do|where|heal|flags|used|i\/o|space):/.test(line));
      for (const line of printed)
        expect(line.length, line).toBeLessThanOrEqual(scenario === 'demo' ? 160 : 80);
    }
  });

  test('status shows the same facts as the deck', async () => {
    const io = fakeIo();
    await run(['status', '--demo=rack-partition'], io);
    const { press } = await openDeck({ scenario: 'rack-partition', columns: 160, rows: 48 });
    // In full, no line of the pane is wrapped.
    await press('enter');
    const shown = await text();
    for (const [label, line] of [
      ['CAUSE', /^cause: (.*) \(certain\)$/m],
      ['SPACE', /^space: (.*)$/m],
    ] as const) {
      const printed = line.exec(io.written.out)?.[1] ?? 'nothing';
      expect(shown).toMatch(new RegExp(`${label} +${printed.replace(/\W/g, String.raw`\$&`)}`));
    }
  });

  test('status --json has the derived facts under their own names, and null for an unknown one', async () => {
    const io = fakeIo();
    await run(['status', '--demo=host-down', '--json'], io);
    expect(JSON.parse(io.written.out)).toMatchObject({
      storeStatus: {},
      derived: {
        why: [{ kind: 'host-down', objects: ['stor-07'], confidence: 'certain' }],
        where: { kind: 'host', osdsDown: 5, next: '' },
        heal: { state: 'waiting', heldBy: [] },
        flags: { off: [], on: [] },
        used: { usedBytes: expect.any(Number) as number, totalBytes: expect.any(Number) as number },
        io: { readOpsPerSecond: expect.any(Number) as number },
        space: { fullest: { osd: expect.stringMatching(/^osd\.\d+$/) as string }, ifLost: {} },
        notKnown: {},
      },
    });
    const { out } = await onService({ getClusterStatus: () => status }, ['status', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      derived: {
        where: null,
        space: null,
        flags: { off: [], on: ['noscrub'] },
        notKnown: { where: expect.stringContaining('not possible on this cluster') as string },
      },
    });
  });

  test('status exits as unknown if the service rejects the request or cannot be reached', async () => {
    const declined = await onService({}, ['status']);
    expect(declined).toMatchObject({ code: 3, out: '' });
    expect(declined.err).toContain('not possible on this cluster');
    const io = fakeIo();
    expect(await run(['status', '--url', 'http://127.0.0.1:1/api'], io)).toBe(3);
    expect(io.written.err).toMatch(/^storedeck: Nothing listens at 127\.0\.0\.1:1/);
  });

  test('status exits as unknown, not as an error of the cluster, if the configuration is wrong', async () => {
    const io = fakeIo();
    expect(await run(['status', '--context', 'prod'], io)).toBe(3);
    expect(io.written.err).toBe('storedeck: --context: no context "prod"; none is configured\n');
  });
});
