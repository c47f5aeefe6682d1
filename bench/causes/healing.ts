import { judgeHealing, type Healing } from '../../src/diagnosis/healing/healing.ts';
import { markingOut } from '../../src/diagnosis/healing/markingOut.ts';
import { addQueues, type QueueSample } from '../../src/diagnosis/healing/queues.ts';
import { addSample, type HealingSample } from '../../src/diagnosis/healing/samples.ts';
import { readOsds } from '../../src/diagnosis/index.ts';
import type { SimCluster } from '../../src/service/sim/cluster.ts';
import { rehearse, rehearsedApi } from './rehearsal.ts';
import type { TrialOptions } from './trial.ts';

/** The losses whose recovery is timed, each also with a recovery speed at which an OSD sends two groups at a time. */
const LOSSES = {
  'one OSD': (cluster, seed) => kill(cluster, [seed * 5 + 7]),
  'one OSD, recovery speed 6': hurried((cluster, seed) => kill(cluster, [seed * 5 + 9])),
  'two OSDs': killTwo,
  'two OSDs, recovery speed 6': hurried(killTwo),
  'one server': killServer,
  'one server, recovery speed 6': hurried(killServer),
} as const satisfies Record<string, Loss>;

type Loss = (cluster: SimCluster, seed: number) => void;
export type LossKind = keyof typeof LOSSES;
export const LOSS_KINDS = Object.keys(LOSSES) as LossKind[];

function hurried(loss: Loss): Loss {
  return (cluster, seed) => {
    cluster.model.recovery.speed = 6;
    loss(cluster, seed);
  };
}

function killTwo(cluster: SimCluster, seed: number): void {
  kill(cluster, [seed * 7 + 3, seed * 7 + 33]);
}

function killServer(cluster: SimCluster, seed: number): void {
  const { hosts } = cluster.model;
  cluster.killHost(hosts[seed % hosts.length]!.name);
}

function kill(cluster: SimCluster, indexes: readonly number[]): void {
  const { osds } = cluster.model;
  for (const index of indexes) cluster.killOsd(osds[index % osds.length]!.id);
}

/** The judgement on healing at one reading. */
export interface HealingLook {
  /** Seconds since the loss. */
  readonly at: number;
  readonly healing: Healing;
}

/** A loss, followed until the cluster is healthy again. */
export interface HealingTrial {
  /** Seconds from the loss until every placement group was okay; undefined if that took too long. */
  readonly end: number | undefined;
  /** Seconds from the loss until the first OSD was marked out. */
  readonly out: number | undefined;
  readonly looks: readonly HealingLook[];
}

/** Seconds between two readings, and until a trial is given up. */
const [STEP, LONGEST] = [10, 8 * 3600];
/** Seconds until down OSDs are marked out, shorter than Ceph's default of ten minutes to save time. */
const OUT_AFTER = 120;

/**
 * Kills OSDs of a simulated cluster and estimates every ten seconds when it will be healthy again, using only data from the
 * interface.
 */
async function runHealing(
  kind: LossKind,
  { seed, scale, clock }: Pick<TrialOptions, 'seed' | 'scale' | 'clock'>,
): Promise<HealingTrial> {
  const engine = rehearse({ clock, seed, scale, kinds: [], after: LONGEST * 2 });
  const { cluster } = engine;
  const { api, close } = rehearsedApi(engine, clock);
  await clock.advance(30_000);
  await api.changeSetting({
    body: { name: 'mon_osd_down_out_interval', value: { type: 'INT', value: OUT_AFTER } },
  });
  LOSSES[kind](cluster, seed);
  const began = clock.now();
  const looks: HealingLook[] = [];
  let history: readonly HealingSample[] = [];
  let queues: readonly QueueSample[] = [];
  let [end, out]: (number | undefined)[] = [];
  const downSince = new Map<number, number>();
  while (end === undefined && clock.now() - began < LONGEST * 1000) {
    await clock.advance(STEP * 1000);
    const at = (clock.now() - began) / 1000;
    const [status, detail, crush, settings] = await Promise.all([
      api.getClusterStatus({}),
      api.getClusterStatusDetail({}),
      api.getCrushMap({}),
      api.listSettings({}),
    ]);
    history = addSample(history, status, clock.now());
    queues = addQueues(queues, detail.evidence, clock.now());
    const osds = readOsds({ crush, disks: undefined });
    for (const { id } of osds.notUp) downSince.set(id, downSince.get(id) ?? clock.now());
    if (osds.notUp.some((osd) => !osd.in)) out ??= at;
    const since = (id: number) => ({ at: downSince.get(id) ?? clock.now(), exact: true });
    const healing = judgeHealing({
      status,
      history,
      queues,
      waitsFor: markingOut(osds, since, settings, []),
    });
    looks.push({ at, healing });
    if (out !== undefined && healing.state === 'healthy') end = at;
  }
  await close();
  return { end, out, looks };
}

/** The results of all trials of a kind of loss. */
export interface HealingScore {
  readonly kind: LossKind;
  readonly trials: number;
  /** The number of readings with an estimated range, and of those whose range included the real end. */
  readonly estimates: number;
  readonly correct: number;
  /** The number of readings while data was missing. */
  readonly looks: number;
  /** The median width of the range as a share of the time really left. */
  readonly width: number;
  /** The largest error of the predicted time of marking out, in seconds. */
  readonly outWrongBy: number;
}

/** Measures on simulated clusters how often the estimated range includes the real end of healing. */
export async function measureHealing(
  kind: LossKind,
  scale: number,
  seeds: readonly number[],
  makeClock: () => TrialOptions['clock'],
): Promise<HealingScore> {
  const widths: number[] = [];
  let [estimates, correct, looks, outWrongBy] = [0, 0, 0, 0];
  for (const seed of seeds) {
    const clock = makeClock();
    const trial = await runHealing(kind, { seed, scale, clock });
    const began = clock.now() - trial.looks.length * STEP * 1000;
    for (const { at, healing } of trial.looks) {
      if (healing.missing > 0) looks++;
      const { due } = healing.waitsFor;
      if (healing.state === 'waiting' && due !== undefined && trial.out !== undefined)
        outWrongBy = Math.max(outWrongBy, Math.abs((due.at - began) / 1000 - trial.out));
      if (healing.left === undefined || trial.end === undefined) continue;
      const { from, to } = healing.left;
      const left = trial.end - at;
      estimates++;
      if (from <= left + STEP && left <= to) correct++;
      if (left > 0) widths.push((to - from) / left);
    }
  }
  const width = widths.toSorted((a, b) => a - b)[widths.length >> 1] ?? 0;
  return { kind, trials: seeds.length, estimates, correct, looks, width, outWrongBy };
}
