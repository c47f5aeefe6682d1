import { test } from 'vitest';
import { rehearse, rehearsedApi } from '../../bench/causes/rehearsal.ts';
import { raisedChecks } from '../../src/diagnosis/evidence/checks.ts';
import { diagnose } from '../../src/diagnosis/index.ts';
import { readSnapshot } from '../../src/diagnosis/read.ts';
import type { ClusterSnapshot } from '../../src/diagnosis/snapshot.ts';
import { FAULT_KINDS } from '../../src/service/sim/faults/fault.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { expectGolden } from '../support/golden.ts';

/** The numbers of items of a list, and of log lines of a reading, that are recorded. */
const [ITEMS, LINES] = [4, 15];

/** A value as text, with the first items of long lists, and with times of the last day as seconds before now. */
const json = (value: unknown, now: number) =>
  JSON.stringify(value, (name, part: unknown) => {
    if (Array.isArray(part) && part.length > ITEMS) return [...part.slice(0, ITEMS), `of ${part.length}`];
    return typeof part === 'number' && /^(?:at|since)$/.test(name) ? `${(part - now) / 1000} s` : part;
  });

/** The state of a cluster by its answers: checks, evidence, OSDs that are not up and in, flags, and log since a time. */
function answerLines({ at, status, detail, crush, flags, log }: ClusterSnapshot, since: number): string[] {
  const lost = crush?.nodes?.filter(
    (node) => node.type === 'OSD' && (node.status !== 'UP' || node.reweight !== 1),
  );
  return [
    ...raisedChecks({ status, detail })
      .values()
      .map(({ code, ...check }) => `${code} ${json(check, at)}`),
    ...Object.entries(detail?.evidence ?? {}).map(([name, found]) => `${name} ${json(found, at)}`),
    `not up or not in ${json(
      lost?.map(({ name, status: state, reweight }) => [name, state, reweight]),
      at,
    )}`,
    `flags ${json(
      flags?.filter(({ currentState }) => currentState).map(({ name }) => name),
      at,
    )}`,
    ...(log ?? [])
      .filter(({ t = 0, m = '' }) => t > since / 1000 && !m.includes('Health check update'))
      .slice(0, LINES)
      .map(({ t = 0, s, h, p, m }) => `${(t - at / 1000).toFixed(1)} s <${p}> ${s} on ${h}: ${m}`),
  ];
}

/** The diagnosis of a cluster from two readings. */
function verdictLines(earlier: ClusterSnapshot, now: ClusterSnapshot): string[] {
  const { causes, impact, ruledOut, missing } = diagnose([earlier, now]);
  return [
    ...causes.map((cause) => `named ${json(cause, now.at)}`),
    `impact ${json(impact, now.at)}`,
    `besides ${json({ ruledOut, missing }, now.at)}`,
  ];
}

test.each(FAULT_KINDS)(
  'during and after %s, the answers of the cluster and the diagnosis are as recorded',
  async (kind) => {
    const clock = fakeClock();
    const engine = rehearse({ kinds: [kind], seed: 4, scale: 24, clock, after: 60 });
    const { cluster } = engine;
    const { api, close } = rehearsedApi(engine, clock);
    const look = () => readSnapshot(api, cluster.model.timeOf(cluster.model.tick));
    cluster.step(30);
    const earlier = await look();
    let { at: since } = earlier;
    const lines: string[] = [];
    for (const [seconds, name] of [
      [60, 'half a minute after the fault'],
      [120, 'two minutes later'],
      [60, 'a minute after it was healed'],
    ] as const) {
      if (name.includes('healed')) for (const incident of cluster.incidents) incident.heal();
      cluster.step(seconds);
      const now = await look();
      lines.push(`# ${name}`, ...answerLines(now, since), ...verdictLines(earlier, now));
      since = now.at;
    }
    await close();
    const [{ summary, objects, host } = {}] = cluster.incidents;
    expectGolden(`records/faults/${kind}`, [json([summary, objects, host], 0), ...lines].join('\n'), []);
  },
);
