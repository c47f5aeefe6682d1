import { describe, expect, test } from 'vitest';
import { diagnose } from '../../../src/diagnosis/index.ts';
import { impactText } from '../../../src/diagnosis/report.ts';
import { answers, causes, check, failed, line, NOW, snapshot, UNHEARD, WITH_WORK } from '../support.ts';

const raised = (...names: readonly string[]) => ({
  OSDMAP_FLAGS: check(`${names.join(',')} flag(s) set`),
});
const setBy = (flag: string, ago: number) =>
  line(
    ago,
    'mon',
    `from='client.1' entity='client.eve' cmd=[{"prefix": "osd set", "key": "${flag}"}]: dispatch`,
  );

describe('cluster flags as causes', () => {
  test.each<[flag: string, kind: string, text: string]>([
    ['norecover', 'recovery-held', 'norecover is set: nothing would be restored'],
    ['nobackfill', 'recovery-held', 'nobackfill is set: no data would be moved'],
    ['noout', 'maintenance', 'noout is set'],
    ['noscrub', 'scrub-backlog', 'noscrub is set: no shallow scrub begins by itself'],
  ])('the flag %s explains the check about it, with who set it, and is certain', (flag, kind, text) => {
    expect(causes({ flags: [flag], checks: raised(flag), log: [setBy(flag, 120)] })).toMatchObject([
      {
        kind,
        objects: [flag],
        confidence: 'certain',
        explains: ['OSDMAP_FLAGS'],
        text,
        since: NOW - 120_000,
        proofs: [{ text: `${flag} set`, source: 'flags' }, { text: `client.eve: osd set ${flag}` }],
        next: [`clear ${flag} once whoever set it agrees`],
      },
    ]);
  });

  test('a pause is the first cause, stops all clients, and is read from its check, as no list of flags has it', () => {
    const checks = raised('pauserd', 'pausewr', 'noout');
    const found = diagnose([snapshot({ flags: ['noout'], checks })]);
    expect(found.causes).toMatchObject([
      {
        kind: 'maintenance',
        objects: ['pauserd', 'pausewr'],
        confidence: 'certain',
        text: 'pauserd, pausewr are set: reads and writes of all clients wait',
        next: ['end the pause (`ceph osd unset pause`) once whoever set it agrees'],
      },
      { kind: 'maintenance', objects: ['noout'] },
    ]);
    expect(found.impact.stopped).toEqual(['reads and writes of all clients are paused']);
    expect(impactText(found.impact)).toBe('reads and writes of all clients are paused');
  });

  test('a pause of reads alone, or of writes alone, says so', () => {
    const [reads, writes] = ['pauserd', 'pausewr'].map((flag) => causes({ checks: raised(flag) })[0]?.text);
    expect(reads).toBe('pauserd is set: reads of all clients wait');
    expect(writes).toBe('pausewr is set: writes of all clients wait');
  });

  test('nodown without an OSD that answers nobody says no more than that it is set', () => {
    const silentAndDown = { evidence: answers({ silent: [3] }), down: [3] };
    for (const more of [{ evidence: answers({ silent: [] }) }, silentAndDown])
      expect(causes({ ...more, flags: ['nodown'], checks: raised('nodown') })).toContainEqual(
        expect.objectContaining({ kind: 'maintenance', text: 'nodown is set' }),
      );
  });

  test('a flag that holds up recovery explains degraded data while all OSDs are up, and comes first', () => {
    const checks = {
      ...raised('norecover'),
      PG_DEGRADED: check('Degraded data redundancy: 5/9 objects degraded'),
    };
    const found = causes({ flags: ['norecover'], checks, status: WITH_WORK, out: [3] });
    expect(found).toMatchObject([{ kind: 'recovery-held', explains: ['OSDMAP_FLAGS', 'PG_DEGRADED'] }]);
  });

  test('norebalance prevents what misplaced objects wait for, also if no check counts them', () => {
    const storeStatus = {
      health: { status: 'HEALTH_WARN', checks: raised('norebalance') },
      pgmap: { misplaced_objects: 16 },
    };
    expect(causes({ flags: ['norebalance'], status: { storeStatus } })[0]?.text).toBe(
      'data waits to be restored or moved, and norebalance prevents it',
    );
  });

  test('noup comes first while OSDs are down, because none of them can come up', () => {
    const found = causes({ down: [3], flags: ['noup'], checks: raised('noup') });
    expect(found).toMatchObject([
      {
        kind: 'maintenance',
        text: 'noup is set: no OSD that is down can come up',
        next: ['clear noup once whoever set it agrees'],
      },
      { kind: 'osd-down' },
    ]);
    expect(causes({ down: [3], flags: ['noup', 'noin'] })[0]?.text).toBe(
      'noup is set: no OSD that is down can come up; also set: noin',
    );
    expect(causes({ flags: ['noup'], checks: raised('noup') })[0]?.text).toBe('noup is set');
  });

  test('a flag is named before any check reports it, and separately from flags that prevent something else', () => {
    expect(causes({ flags: ['noscrub'] })).toMatchObject([{ kind: 'scrub-backlog', objects: ['noscrub'] }]);
    const all = causes({ flags: ['noout', 'noscrub', 'norecover'] });
    expect(all.map(({ kind, objects }) => [kind, ...objects]).toSorted()).toEqual([
      ['maintenance', 'noout'],
      ['recovery-held', 'norecover'],
      ['scrub-backlog', 'noscrub'],
    ]);
  });

  test('a flag is shown with its two latest changes', () => {
    const log = [setBy('noin', 400), setBy('noout', 300), setBy('noout', 200), setBy('noout', 100)];
    const [found] = causes({ flags: ['noout'], log });
    expect(found?.since).toBe(NOW - 300_000);
    expect(found?.proofs.map(({ source }) => source)).toEqual(['flags', 'log', 'log']);
  });

  test('a flag that was cleared in between is shown since it was last set', () => {
    const unset = line(
      300,
      'mon',
      `from='client.1' entity='client.eve' cmd=[{"prefix": "osd unset", "key": "noout"}]: finished`,
    );
    const [found] = causes({ flags: ['noout'], log: [setBy('noout', 400), unset, setBy('noout', 200)] });
    expect(found?.since).toBe(NOW - 200_000);
  });

  test('nodown with an OSD that answers nobody comes first, with the way to let clients go on', () => {
    const found = causes({ flags: ['nodown'], checks: raised('nodown'), evidence: answers({ silent: [3] }) });
    expect(found).toMatchObject([
      {
        kind: 'maintenance',
        objects: ['nodown', 'osd.3'],
        confidence: 'likely',
        text: 'nodown is set, and osd.3 on b answers nobody: it stays in use, and clients wait',
      },
    ]);
    expect(found[0]?.next[0]).toMatch(/^clear nodown/);
    const two = causes({
      flags: ['nodown'],
      checks: raised('nodown'),
      evidence: answers({ silent: [2, 3] }),
    });
    expect(two[0]?.text).toBe('nodown is set, and 2 OSDs answer nobody: they stay in use, and clients wait');
  });

  test('a flag against one kind of scrub does not claim that nothing is scrubbed', () => {
    const told = (...flags: string[]) => causes({ flags })[0]?.text;
    expect(told('nodeep-scrub')).toBe('nodeep-scrub is set: no deep scrub begins by itself');
    expect(told('noscrub', 'nodeep-scrub')).toBe('noscrub, nodeep-scrub are set: no scrub begins by itself');
  });

  test('a flag that holds up recovery says so', () => {
    const told = (flag: string, checks = {}) =>
      causes({ flags: [flag], checks: { ...raised(flag), ...checks }, status: WITH_WORK })[0]?.text;
    const waits = (flag: string) => `data waits to be restored or moved, and ${flag} prevents it`;
    expect(told('norecover')).toBe(waits('norecover'));
    expect(told('norebalance')).toBe('norebalance is set: no data would be moved');
    const misplaced = { OBJECT_MISPLACED: check('12/99 objects misplaced') };
    expect(told('norebalance', misplaced)).toBe(waits('norebalance'));
  });

  test('noout together with unreachable servers means maintenance, which is likely, whatever the servers are called', () => {
    const [found, ...others] = causes({
      flags: ['noout'],
      checks: raised('noout'),
      log: [failed(2, UNHEARD), failed(3, UNHEARD)],
      down: [2, 3],
      crush: ({ nodes = [] }) => ({
        nodes: nodes.map((node) => (node.name === 'b' ? { ...node, name: 'node3' } : node)),
      }),
    });
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      kind: 'maintenance',
      objects: ['noout', 'node3'],
      confidence: 'likely',
      text: 'noout is set, and node3 does not answer: 2 OSDs: somebody may be working there',
      proofs: [{ text: 'noout set' }],
      next: ['ask who has set noout', 'check power, console and network of node3'],
    });
  });

  test('a server that a task reboots under noout is certain to be down because of that', () => {
    const [found] = causes({
      flags: ['noout'],
      checks: raised('noout'),
      log: [failed(2, UNHEARD), failed(3, UNHEARD)],
      down: [2, 3],
      more: { tasks: [{ id: 9, name: 'Reboot servers', state: 'RUNNING', output: 'b: rebooting' }] },
    });
    expect(found).toMatchObject({
      objects: ['noout', 'b'],
      confidence: 'certain',
      text: 'noout is set, and b does not answer: 2 OSDs: task 9 (Reboot servers) reboots it',
      proofs: [
        { text: 'noout set', source: 'flags' },
        { text: 'b: rebooting', source: 'tasks' },
      ],
      next: [expect.stringContaining('wait for task 9 (Reboot servers)')],
    });
  });

  test('noout that was set after a server was lost is a reaction to it, and does not announce maintenance', () => {
    const log = [failed(2, UNHEARD, 100), failed(3, UNHEARD, 100)];
    const kindsWith = (...set: ReturnType<typeof setBy>[]) =>
      causes({ flags: ['noout'], checks: raised('noout'), log: [...log, ...set], down: [2, 3] }).map(
        ({ kind }) => kind,
      );
    // The server was last heard 25 s before it was marked down.
    expect(kindsWith(setBy('noout', 60))).toEqual(['host-down', 'maintenance']);
    expect(kindsWith(setBy('noout', 105))).toEqual(['host-down', 'maintenance']);
    expect(kindsWith(setBy('noout', 106))).toEqual(['maintenance']);
    expect(kindsWith()).toEqual(['maintenance']);
  });

  test('a flag other than noout does not turn an unreachable server into maintenance', () => {
    const log = [failed(2, UNHEARD), failed(3, UNHEARD)];
    const found = causes({ flags: ['noin'], checks: raised('noin'), down: [2, 3], log });
    expect(found.map(({ kind }) => kind)).toEqual(['host-down', 'maintenance']);
  });
});

describe('overdue scrubs', () => {
  const late = {
    PG_NOT_SCRUBBED: check('9 pgs not scrubbed in time'),
    PG_NOT_DEEP_SCRUBBED: check('4 pgs not deep-scrubbed in time'),
  };

  test('overdue scrubs are shown with the settings about scrubs that were changed, and to what', () => {
    const log = [
      line(90, 'mgmt', 'setting osd_max_backfills changed to 2'),
      line(60, 'mgmt', 'setting osd_deep_scrub_interval changed to 60'),
      line(30, 'mgmt', 'setting osd_deep_scrub_interval changed to 50'),
    ];
    expect(causes({ checks: late, log })).toMatchObject([
      {
        text: 'scrubs are overdue; osd_deep_scrub_interval was changed',
        proofs: [
          { source: 'health' },
          { source: 'health' },
          { text: 'mgmt: setting osd_deep_scrub_interval changed to 60', source: 'log' },
          { text: 'mgmt: setting osd_deep_scrub_interval changed to 50', source: 'log' },
        ],
        next: [
          'return osd_deep_scrub_interval to the default if that change is to blame',
          'check scrub hours and load',
        ],
      },
    ]);
    const another = line(20, 'mgmt', 'setting osd_scrub_begin_hour changed to 3');
    expect(causes({ checks: late, log: [...log, another] })[0]?.text).toBe(
      'scrubs are overdue; osd_deep_scrub_interval, osd_scrub_begin_hour were changed',
    );
    const returned = line(10, 'mgmt', 'setting osd_deep_scrub_interval returned to its default');
    expect(causes({ checks: late, log: [...log, returned] })[0]?.text).toBe('scrubs are overdue');
  });

  test('overdue scrubs are shown with the messages of the checks, and with the flags that prevent them', () => {
    expect(causes({ checks: late })).toMatchObject([
      {
        kind: 'scrub-backlog',
        objects: [],
        explains: ['PG_NOT_SCRUBBED', 'PG_NOT_DEEP_SCRUBBED'],
        text: 'scrubs are overdue',
        proofs: [{ text: '9 pgs not scrubbed in time' }, { text: '4 pgs not deep-scrubbed in time' }],
        next: ['check scrub hours and load'],
      },
    ]);
    expect(causes({ checks: { PG_NOT_SCRUBBED: late.PG_NOT_SCRUBBED } })).toMatchObject([
      { explains: ['PG_NOT_SCRUBBED'], proofs: [{ text: '9 pgs not scrubbed in time' }] },
    ]);
    const held = causes({ checks: late, flags: ['nodeep-scrub'] });
    expect(held).toMatchObject([
      {
        objects: ['nodeep-scrub'],
        text: 'scrubs are overdue, and nodeep-scrub prevents them',
        next: ['clear nodeep-scrub once whoever set it agrees'],
      },
    ]);
    expect(causes({ checks: late, flags: ['noscrub', 'nodeep-scrub'] })[0]?.text).toBe(
      'scrubs are overdue, and noscrub, nodeep-scrub prevent them',
    );
    expect(causes({ flags: ['nobackfill', 'norecover'] })[0]?.text).toBe(
      'nobackfill, norecover are set: nothing would be restored',
    );
  });
});
