import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isFalseBlame } from '../../bench/causes/truth.ts';
import { type CockpitOptions, createCockpit } from '../../src/app/cockpit.ts';
import type { Healing } from '../../src/diagnosis/healing/healing.ts';
import { createLook } from '../../src/lib/look.ts';
import { checkSubject } from '../../src/screens/health/links.ts';
import { embeddedTransport } from '../../src/service/embedded.ts';
import { createSimEngine } from '../../src/service/sim/engine.ts';
import type { Osd } from '../../src/service/sim/model/topology.ts';
import { SCENARIO_NAMES } from '../../src/service/sim/scenarios.ts';
import { SILENT_S } from '../../src/store/answers/daemonState.ts';
import type { Resource } from '../../src/store/cache/resource.ts';
import { resources } from '../../src/store/cache/resources.ts';
import type { Cockpit } from '../../src/store/cockpit.ts';
import { compilePattern } from '../../src/store/filter/pattern.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { type Answers, LOOKS, readAnswers, sentenceLies, SIZES } from './shownSentences.ts';

const STEP_MS = 5000;
/** Minutes of the scenarios in which an OSD is marked out and its data recovered, and of the others. */
const [LONG, SHORT] = [14, 10];
/** The maximum age of an answer when it is compared with the present, in seconds. */
const LAG_S = 10;
const FLAP_WINDOW_S = 600;

const nothing = () => undefined;
const QUIET: Omit<CockpitOptions, 'transport' | 'clock'> = {
  look: createLook({ depth: 'none', unicode: true }),
  context: { name: 'truth', address: 'nowhere', demo: true, production: false, deletePhrase: '' },
  readOnly: 'asked',
  utc: true,
  logLines: 5000,
  openAudit: () => ({ write: nothing, close: () => Promise.resolve() }),
  quit: nothing,
  suspend: nothing,
  edit: () => Promise.resolve({ kind: 'failed', reason: 'no editor' }),
  folder: '/nonexistent',
  copy: () => false,
  showPlain: nothing,
  draw: () => '',
};

const isUpAndIn = ({ up, in: isIn, bucket, destroyed }: Osd) =>
  up && isIn && bucket !== undefined && !destroyed;
const runs = ({ process, host }: Osd) => process !== 'stopped' && host.powered;

/** The states of healing that each scenario shows within its minutes. */
const TOLD: Readonly<Record<string, readonly Healing['state'][]>> = {
  'host-down': ['waiting', 'healing'],
  'rack-partition': ['held'],
  flapping: ['measuring', 'healthy', 'healing', 'waiting'],
  'osd-down': ['waiting', 'healing'],
  recovery: ['measuring', 'healing'],
  'scrub-errors': ['repair'],
  'slow-ops': ['healthy'],
};

/** A drill is a different fault each time, and without a cluster nothing is shown. */
const STORIES = SCENARIO_NAMES.filter((name) => name !== 'drill' && name !== 'new');

/** The time window from which healing is derived, plus the interval of the looks. */
const MOVED_WITHIN_S = 60 + 10 + LAG_S;

/** The tolerance for the time at which an OSD is marked out, in seconds. OSDs are read every five. */
const OUT_WITHIN_S = 15;

/** Compares the line about healing with what the cluster has done, and returns the differences. */
function healingLies(
  { state, left, waitsFor: { osds } }: Healing,
  truth: { movedFor: number; stoodFor: number; downIn: number },
) {
  const differences: string[] = [];
  const stands = truth.stoodFor > MOVED_WITHIN_S;
  if (stands && state === 'healing')
    differences.push(`it heals, though nothing has moved for ${truth.stoodFor} s`);
  if (stands && left !== undefined)
    differences.push(`an end is shown, though nothing has moved for ${truth.stoodFor} s`);
  if (truth.movedFor > MOVED_WITHIN_S && ['waiting', 'stalled', 'held', 'repair'].includes(state))
    differences.push(`it is ${state}, though data has moved for ${truth.movedFor} s`);
  if (state === 'waiting' && osds.length !== truth.downIn)
    differences.push(`it waits for ${osds.length} OSDs, in truth ${truth.downIn}`);
  return differences;
}

/** The facts of the simulated cluster at one moment. */
function truthOf({ model }: ReturnType<typeof createSimEngine>['cluster']) {
  const parts = model.osds.filter(isUpAndIn);
  const sum = (value: (osd: Osd) => number) => parts.reduce((total, osd) => total + value(osd), 0);
  return {
    use: sum(({ used }) => used) / sum(({ capacity }) => capacity),
    parts: parts.map(({ id }) => id).join(),
    down: model.osds.filter(({ up, in: isIn }) => !up && isIn).map(({ id }) => id),
    out: model.osds.filter((osd) => !osd.in).map(({ id }) => id),
    downIn: model.osds.filter(({ up, in: isIn, destroyed }) => !up && isIn && !destroyed).length,
    running: new Set(model.osds.filter(runs).map(({ id }) => id)),
    silent: new Set(
      model.hosts
        .filter(({ lostAt }) => lostAt !== undefined && model.tick - lostAt > SILENT_S + LAG_S)
        .map(({ name }) => name),
    ),
  };
}

/** The checks whose log, as the key L shows it, lacks every line that bears their cause. */
function unexplainedChecks({ facts }: Cockpit): string[] {
  const causes = facts.diagnosis()?.causes ?? [];
  return facts.health().checks.flatMap((check) => {
    const lines = causes
      .filter(({ confidence, explains }) => confidence !== 'unknown' && explains.includes(check.code))
      .flatMap(({ host, proofs }) =>
        proofs.filter(({ source }) => source === 'log').map(({ text }) => `${host} ${text}`),
      );
    const shown = compilePattern(checkSubject({ facts }, check).pattern ?? '');
    return lines.length === 0 || lines.some((line) => shown.matches(line))
      ? []
      : [`the log of ${check.code} lacks ${lines.join(', ')}`];
  });
}

/** A console without a screen over a scenario of the simulated cluster. */
function consoleOver(scenario: string) {
  const clock = fakeClock();
  const engine = createSimEngine({ clock, scenario, seed: 1 });
  const cockpit = createCockpit({ ...QUIET, transport: embeddedTransport(engine), clock });
  cockpit.logs.start();
  for (const one of Object.values<Resource>(resources)) cockpit.cache.watch(one);
  return {
    cockpit,
    engine,
    cluster: engine.cluster,
    clock,
    async pass(ms: number): Promise<void> {
      await clock.advance(ms);
      for (let turn = 0; turn < 10; turn++) await setImmediate();
      cockpit.view.setState({ now: clock.now() });
    },
    [Symbol.asyncDispose]: () => cockpit[Symbol.asyncDispose](),
  };
}

test.each(STORIES)(
  'every statement shown over minutes of the scenario %s is true or marked as unknown',
  async (scenario) => {
    await using console = consoleOver(scenario);
    const { cockpit, engine, cluster, clock, pass } = console;
    const differences: string[] = [];
    const addError = (at: number, what: string) =>
      differences.push(`${scenario} after ${at / 1000} s: ${what}`);
    await pass(100);
    const began = cluster.model.tick;
    const found = new Set(cockpit.facts.health().checks.map(({ code }) => code));
    const appeared = new Set<string>();
    if (cockpit.facts.health().checks.some(({ isNew }) => isNew))
      addError(0, 'a check that stood already is new');
    let before = truthOf(cluster);
    const claims = new Set<string>();
    let due: number | undefined;
    let [movedFor, stoodFor] = [0, 0];
    let recent: readonly Answers[] = [await readAnswers(engine)];
    const course = TOLD[scenario];
    const minutes = course === undefined ? SHORT : LONG;
    for (let at = STEP_MS; at <= minutes * 60_000; at += STEP_MS) {
      for (let second = 0; second < STEP_MS; second += 1000) {
        await pass(1000);
        recent = [...recent.slice(1 - LOOKS), await readAnswers(engine)];
      }
      for (const size of SIZES) for (const what of sentenceLies(cockpit, size, recent)) addError(at, what);
      const now = truthOf(cluster);
      const { usedBytes = 0, totalBytes = 1 } = cockpit.facts.cluster();
      const isUse = (use: number) => Math.abs(usedBytes / totalBytes - use) < 0.002;
      if (!isUse(now.use) && !isUse(before.use))
        addError(at, `use is ${usedBytes / totalBytes}, in truth ${now.use}`);
      for (const row of cockpit.facts.osds()) {
        const { osdId, daemon, smart, host, flaps } = row;
        if (osdId === undefined) continue;
        const mayRun = now.running.has(osdId) || before.running.has(osdId);
        const mayStand = !now.running.has(osdId) || !before.running.has(osdId);
        if (daemon === 'running' && !mayRun) addError(at, `osd.${osdId} runs`);
        if (daemon === 'stopped' && !mayStand) addError(at, `osd.${osdId} is stopped`);
        if (now.silent.has(host) && (daemon !== 'unknown' || smart === 'good'))
          addError(at, `osd.${osdId} on silent ${host}: daemon ${daemon}, SMART ${smart}`);
        const { tick, osds } = cluster.model;
        const fell = (from: number, to: number) =>
          osds[osdId]!.markdowns.filter((mark) => mark > from && mark <= to).length;
        const from = Math.max(began, tick - FLAP_WINDOW_S);
        // It may have decreased, or left the window, since the last answer.
        if (flaps > fell(from - LAG_S, tick) || flaps < fell(from + LAG_S, tick - LAG_S))
          addError(at, `osd.${osdId} went down ${flaps} times, in truth ${fell(from, tick)}`);
      }
      const truths = cluster.incidents;
      for (const one of cockpit.facts.diagnosis()?.causes ?? []) {
        if (truths.length > 0 && one.confidence === 'certain' && isFalseBlame(one, truths))
          addError(at, `certain: ${one.text}`);
      }
      for (const what of unexplainedChecks(cockpit)) addError(at, what);
      const moves = cluster.model.sums.recoveredObjects > 0;
      [movedFor, stoodFor] = moves ? [movedFor + STEP_MS / 1000, 0] : [0, stoodFor + STEP_MS / 1000];
      const out = before.down.filter((id) => now.out.includes(id));
      if (out.length > 0 && Math.abs((due ?? Infinity) - clock.now()) > OUT_WITHIN_S * 1000)
        addError(
          at,
          `osd.${out[0]} is marked out, which was claims for ${due === undefined ? 'never' : new Date(due).toISOString()}`,
        );
      const healing = cockpit.facts.healing();
      due = healing.waitsFor.due?.at;
      claims.add(healing.state);
      for (const what of healingLies(healing, { movedFor, stoodFor, downIn: now.downIn })) {
        if (now.downIn === before.downIn) addError(at, what);
      }
      for (const { code, isNew } of cockpit.facts.health().checks) {
        if (!found.has(code)) appeared.add(code);
        if (isNew && !appeared.has(code)) addError(at, `${code} is new`);
      }
      // What disappears and returns is new then.
      for (const code of found)
        if (!cockpit.facts.health().checks.some((check) => check.code === code)) found.delete(code);
      before = now;
    }
    expect(differences.slice(0, 10)).toEqual([]);
    // The console must show enough statements, not only avoid wrong ones.
    if (course !== undefined) expect(claims).toEqual(new Set(course));
  },
  180_000,
);
