import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CrashFacts, crashReport, reasonText, secretsIn } from '../../../src/app/crash/crash.ts';
import { keepCrashReport, writeCrashReport } from '../../../src/app/crash/facts.ts';
import { VERSION } from '../../../src/lib/version.ts';
import { KeyHistory, TYPED } from '../../../src/store/session/keyHistory.ts';
import { deck, openDeck } from '../../screens/openedDeck.ts';

const AT = Date.UTC(2026, 10, 22, 4, 0, 0);
const FACTS: CrashFacts = {
  at: AT,
  reason: new Error('the sky fell'),
  versions: ['storedeck 1.2.3'],
  terminal: 'TERM=xterm, 80x24',
  screen: ['deck, disks'],
  keys: [{ at: AT - 1000, what: 'zoom' }],
  requests: [],
  secrets: [],
};
const request = { number: 1, at: AT - 500, id: 'getUser', method: 'GET', tier: 'read' } as const;

describe('crash report', () => {
  test('a crash report says what ran, what was shown, what was done and why the program ended', () => {
    const text = crashReport(FACTS);
    expect(text).toMatch(/^storedeck crashed at 2026-11-22T04:00:00\.000Z\n/);
    expect(text).toMatch(/Versions\n {2}storedeck 1\.2\.3\n/);
    expect(text).toMatch(/Screen\n {2}deck, disks\n/);
    expect(text).toMatch(/Reason\n {2}Error: the sky fell\n +at .*crash\.test\.ts/);
    expect(text).toMatch(/Keys, newest last\n {2}2026-11-22T03:59:59\.000Z zoom\n/);
    expect(text).toMatch(/Requests, newest first\n {2}\(none\)\n/);
  });

  test('a crash report names requests by their path template, without their parameters', () => {
    const requests = [
      { ...request, path: '/disks?host=inner-name', id: 'listDisks', status: 200, tookMs: 12 },
      { ...request, path: '/disks', id: 'listDisks', failure: 'secret reason', tookMs: 7 },
      { ...request, path: '/disks', id: 'listDisks' },
    ] as const;
    const text = crashReport({ ...FACTS, requests });
    expect(text).toMatch(
      /Z GET \/disks: 200, 12 ms\n.*GET \/disks: no answer, 7 ms\n.*GET \/disks: under way\n/,
    );
    expect(text).not.toMatch(/inner-name|secret reason/);
  });

  test('a crash report contains no secrets and no quoted parts of an error', () => {
    const reason = new Error(
      'no "typed \\" text" for Bearer abc.def, nor s3cr3t-value\u001B[2J\nmore "typed"',
    );
    reason.stack = `Error: ${reason.message}\n    at f ("file".ts:1)`;
    const text = crashReport({ ...FACTS, reason, secrets: ['s3cr3t-value'] });
    expect(text).not.toMatch(/typed|abc\.def|s3cr3t|\u001B/);
    expect(text).toMatch(/for Bearer \*{4}, nor \*{4}/);
    expect(text).toMatch(/at f \("file"\.ts:1\)/);
  });

  test.each([
    "EACCES: permission denied, stat '/typed/o'typed/x'",
    'cannot read `typed` nor "typed"',
    "it's no 'typed' or 'typed",
    "ENOENT: open 'typed\ntyped'",
    'ends in "typed \\',
  ])('a crash report leaves out the quoted text in %j', (message) => {
    const reason = new Error(message);
    reason.stack = `Error: ${message}\n    at f (file.ts:1)`;
    const text = crashReport({ ...FACTS, reason });
    expect(text).not.toMatch(/typed/);
    expect(text).toMatch(/Reason\n {2}Error: \w[^]*\*{4}[^]*at f \(file\.ts:1\)/);
  });

  test.each(['a text', undefined, null, { toString: () => 'an object' }])(
    'a crash report can be written for the thrown value %o',
    (reason) => {
      expect(crashReport({ ...FACTS, reason })).toContain(`Reason\n  ${reasonText(reason)}`);
    },
  );

  test('secrets are recognized by the names of their environment variables', () => {
    const env = { STOREDECK_TOKEN: 'aaaaaaaa', DB_PASSWORD: 'bbbbbbbb', HOME: '/home/op', API_KEY: 'short' };
    expect(secretsIn(env)).toEqual(['aaaaaaaa', 'bbbbbbbb']);
  });
});

describe('files of crash reports', () => {
  test('only reports are removed from the folder of crash reports', () => {
    const folder = mkdtempSync(join(tmpdir(), 'storedeck-crash-'));
    try {
      writeCrashReport(folder, AT, 'first');
      writeFileSync(join(folder, 'crashes', 'a-note.txt'), '');
      for (let count = 1; count < 12; count++) writeCrashReport(folder, AT + count, `${count}`);
      expect(readdirSync(join(folder, 'crashes')).filter((name) => !name.startsWith('crash-'))).toEqual([
        'a-note.txt',
      ]);
      expect(readdirSync(join(folder, 'crashes'))).toHaveLength(11);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('the files of crash reports are private, and at most ten', () => {
    const folder = mkdtempSync(join(tmpdir(), 'storedeck-crash-'));
    try {
      for (let count = 0; count < 13; count++) writeCrashReport(folder, AT + count, `${count}`);
      const files = readdirSync(join(folder, 'crashes')).toSorted();
      expect(files).toHaveLength(10);
      const [oldest = ''] = files;
      expect(readFileSync(join(folder, 'crashes', oldest), 'utf8')).toBe('3');
      expect(oldest).toBe(`crash-2026-11-22T04-00-00-003Z-${process.pid}.txt`);
      expect(() => writeCrashReport(folder, AT + 12, 'again')).toThrow('EEXIST');
      expect(statSync(join(folder, 'crashes', oldest)).mode & 0o777).toBe(0o600);
      expect(statSync(join(folder, 'crashes')).mode & 0o777).toBe(0o700);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('report of a console that crashes', () => {
  const NOWHERE: NodeJS.Process = Object.create(process, {
    env: { value: { TERM: 'xterm-kitty', API_TOKEN: 's3cr3t-value' } },
    stdout: { value: { columns: 132, rows: 43 } },
  });
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'storedeck-crash-'));
    onTestFinished(() => rmSync(made, { recursive: true }));
    return made;
  };
  const report = (from: string): string => {
    const said = keepCrashReport(deck.cockpit, NOWHERE, new Error('out of s3cr3t-value'));
    const [file = ''] = readdirSync(join(from, 'crashes'));
    expect(said).toBe(`A report, without tokens and what was typed, is in ${join(from, 'crashes', file)}`);
    return readFileSync(join(from, 'crashes', file), 'utf8');
  };

  test('the report says on what the console ran, what it showed and which keys were pressed', async () => {
    const kept = folder();
    await openDeck({ columns: 100, rows: 30, scenario: 'calm', folder: kept });
    deck.cockpit.view.setState({ focus: 'disks', zoomed: true });
    deck.cockpit.keys.add(deck.clock.now(), 'zoom');
    await deck.command('pools');
    await deck.press('n');
    await deck.clock.advance(400);
    const text = report(kept);
    const { versions, platform, arch } = process;
    expect(text).toContain(
      `Versions\n  storedeck ${VERSION}\n  Node ${versions.node}\n  ${platform} ${release()} ${arch}\n`,
    );
    expect(text).toMatch(/\n {2}TERM=xterm-kitty, 132x43, round trip (?:unknown|\d+ ms), slow \w+\n/);
    expect(text).toMatch(
      /Screen\n {2}deck, disks over the whole screen\n {2}screen pools\n {2}action \w+, form\n/,
    );
    expect(text).toMatch(/Keys, newest last\n(?: {2}.*\n)*.* zoom\n/);
    expect(text).toMatch(/Requests, newest first\n {2}2026-11-20T.*GET \//);
    expect(text).not.toContain('s3cr3t');
  });

  test.each([
    [undefined, 'round trip unknown'],
    [84, 'round trip 84 ms'],
  ])('the report of a console with a round trip of %s ms has: %s', async (roundTripMs, words) => {
    const kept = folder();
    await openDeck({ columns: 100, rows: 30, scenario: 'calm', folder: kept });
    deck.cockpit.link.store.setState(roundTripMs === undefined ? {} : { roundTripMs });
    deck.cockpit.view.setState({ overlays: [{ kind: 'quit' }] });
    const text = report(kept);
    expect(text).toContain(words);
    expect(text).toMatch(/Screen\n {2}deck, \w+\n {2}quit\n/);
  });

  test('a console whose report cannot be written still says why', async () => {
    const kept = folder();
    writeFileSync(join(kept, 'file'), '');
    await openDeck({ columns: 100, rows: 30, scenario: 'calm', folder: join(kept, 'file') });
    expect(keepCrashReport(deck.cockpit, NOWHERE, 'reason')).toMatch(
      /^The report could not be saved: ENOTDIR/,
    );
  });
});

describe('trail of keys', () => {
  test('the trail of keys keeps the last fifty, with typed text as one entry', () => {
    const trail = new KeyHistory();
    for (let count = 0; count < 70; count++) trail.add(count, `key ${count}`);
    trail.add(70, TYPED);
    trail.add(71, TYPED);
    expect(trail.list()).toHaveLength(50);
    expect(trail.list().slice(-2)).toEqual([
      { at: 69, what: 'key 69' },
      { at: 70, what: TYPED },
    ]);
  });
});
