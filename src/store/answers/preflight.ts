import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { Setting } from '../../api/contract/config.ts';
import type { CrushMap, CrushRule } from '../../api/contract/crush.ts';
import { type Flag, FLAGS } from '../../api/contract/maintenance.ts';
import type { Pool } from '../../api/contract/pools.ts';
import type { Task } from '../../api/contract/shapes.ts';
import { activeFlags } from '../../diagnosis/evidence/flags.ts';
import { RECOVERY_FLAGS } from '../../diagnosis/healing/healing.ts';
import { share, sum } from '../../lib/untyped.ts';
import { listed, plural } from '../../lib/words.ts';
import { fillRatios, isIn, isUpAndIn, osdsOf } from './node.ts';
import { type Placement, type PlacementRow, selectPlacement } from './placement.ts';
import { poolsOn } from './reach.ts';
import { isDone, selectTasks } from './tasks.ts';
import { buildTree } from './tree.ts';

/** One line of the checks in an action's dialog. The level `block` forbids the action. */
export interface PreflightCheck {
  readonly level: 'ok' | 'warn' | 'block';
  readonly text: string;
}

/** The input of the checks: the last good data. The dialog says how old it is. */
export interface CheckInput {
  readonly status?: ClusterStatus | undefined;
  readonly crush?: CrushMap | undefined;
  readonly pools?: readonly Pool[] | undefined;
  readonly rules?: readonly CrushRule[] | undefined;
  readonly flags?: readonly Flag[] | undefined;
  readonly tasks?: readonly Task[] | undefined;
  /** The changed settings. */
  readonly settings?: readonly Setting[] | undefined;
  /** The current recovery speed. */
  readonly speed?: number | undefined;
}

/**
 * The maximum age of the data for checks, in milliseconds. Older data is read again before an action can be confirmed.
 */
export const FRESH_MS = 30_000;
/** The recovery speed from which clients notice it. */
const FAST = 8;
/** The highest recovery speed. */
const FASTEST = 10;

/** Check results: `ok` has no objection, `warn` has one, and `block` forbids the action. */
export const ok = (text: string): PreflightCheck => ({ level: 'ok', text });
export const warn = (text: string): PreflightCheck => ({ level: 'warn', text });
export const block = (text: string): PreflightCheck => ({ level: 'block', text });

/** The conclusion of checks without objections, which is shown only once the whole change is known. */
export const NO_BLOCKER = 'NO BLOCKER FOUND';

/**
 * Completes the list of checks. It begins with a warning if the state is missing. The checks cannot prove that an
 * action is safe, so a list without objections ends with NO_BLOCKER.
 */
export function conclude(input: CheckInput, found: readonly PreflightCheck[]): readonly PreflightCheck[] {
  const unknown = input.status === undefined ? [warn('the state of the cluster is not known')] : [];
  const checks = [...unknown, ...found];
  return checks.every((check) => check.level === 'ok') ? [...checks, ok(NO_BLOCKER)] : checks;
}

/** The checks before a cluster flag is set. */
export function checkSetFlag(flag: string, input: CheckInput): readonly PreflightCheck[] {
  const found = [...flagState(flag, true, input)];
  const { down, out } = osdStates(input);
  const placement = selectPlacement(input);
  const osdsDown = `${plural(down, 'OSD')} down`;
  if (flag === 'noout' && down > 0)
    found.push(warn(`${osdsDown}: their copies are not rebuilt while noout is set`));
  if (flag === 'noup' && down > 0) found.push(warn(`${osdsDown}: they cannot come back while noup is set`));
  if (flag === 'noin' && out > 0)
    found.push(warn(`${plural(out, 'OSD')} out: they stay without data while noin is set`));
  if (flag === 'nodown') found.push(warn('clients wait for each OSD that fails, until the flag is unset'));
  if (RECOVERY_FLAGS.has(flag)) found.push(...notOkay(placement, 'healing stops or slows down'));
  return conclude(input, [...found, ...degraded(input)]);
}

/** The checks before a cluster flag is unset, which can start data movement. */
export function checkUnsetFlag(flag: string, input: CheckInput): readonly PreflightCheck[] {
  const found = [...flagState(flag, false, input)];
  const { downIn, down, fullest } = osdStates(input);
  const placement = selectPlacement(input);
  if (flag === 'noout' && downIn > 0) {
    found.push(
      warn(
        `${plural(downIn, 'OSD')} down and in: marked out once down for long (600 s by default), then data moves`,
      ),
    );
  }
  if (flag === 'nodown') found.push(warn('OSDs that do not answer are marked down at once'));
  if (flag === 'noup' && down > 0)
    found.push(warn(`${plural(down, 'OSD')} down: those that run come back and peer`));
  if (RECOVERY_FLAGS.has(flag)) {
    found.push(...notOkay(placement, 'data begins to move'));
    if ((input.speed ?? 0) >= FAST)
      found.push(warn(`recovery speed is ${input.speed}: clients will feel it`));
    if (fullest >= fillRatios(input.crush).backfillfull)
      found.push(warn('an OSD is backfillfull: data cannot move there'));
  }
  if (flag.endsWith('scrub') && placement.missing > 0) found.push(warn('scrubs compete with recovery'));
  return conclude(input, found);
}

/** The checks before an OSD is scrubbed. */
export function checkScrub(osdId: number, deep: boolean, input: CheckInput): readonly PreflightCheck[] {
  const found: PreflightCheck[] = [];
  const osd = osdsOf(input.crush).find((node) => node.id === osdId);
  const holds = deep ? 'nodeep-scrub' : 'noscrub';
  if (activeFlags(input.flags).includes(holds))
    found.push(warn(`flag ${holds} is set: it holds scheduled scrubs, not this one`));
  if (input.crush !== undefined && osd === undefined)
    found.push(block(`osd.${osdId} is not in the CRUSH map`));
  else if (osd !== undefined && osd.status !== 'UP') {
    found.push(block(`osd.${osdId} is ${osd.status ?? 'in an unknown state'}: it cannot be scrubbed`));
  }
  found.push(...notOkay(selectPlacement(input), 'scrubs wait for recovery by default'));
  const load = clientLoad(osdId, input);
  if (load !== undefined) found.push(ok(`its pools serve ${load} client operations per second now`));
  return conclude(input, [...found, ...sameObject(`osd.${osdId}`, input)]);
}

/** The checks before the recovery speed is changed; 0 or less restores the default. */
export function checkRecoverySpeed(speed: number, input: CheckInput): readonly PreflightCheck[] {
  const found: PreflightCheck[] = [];
  const before = input.speed;
  if (speed > FASTEST) found.push(block(`the speed goes from 1 to ${FASTEST}`));
  else if (speed >= FAST) found.push(warn('clients will feel it'));
  if (speed === before) found.push(warn(`the speed is ${speed} already`));
  if (speed > 0 && before !== undefined && speed < before)
    found.push(...notOkay(selectPlacement(input), 'copies stay missing for longer'));
  const held = activeFlags(input.flags).filter((name) => RECOVERY_FLAGS.has(name));
  for (const name of held) found.push(warn(`flag ${name} is set: it holds recovery whatever the speed`));
  if (before !== undefined) found.push(ok(`the speed is ${before} now`));
  return conclude(input, found);
}

/** The checks before a task is cancelled. */
export function checkCancelTask(taskId: number, input: CheckInput): readonly PreflightCheck[] {
  const task = input.tasks?.find((task) => task.id === taskId);
  if (task === undefined) return conclude(input, [block(`task ${taskId} is not known`)]);
  if (isDone(task))
    return conclude(input, [block(`task ${taskId} has ended already: ${task.state ?? 'done'}`)]);
  const [row] = selectTasks([task], 0);
  const found: PreflightCheck[] = [];
  if (task.state !== 'WAITING') found.push(warn('what it has done so far is not undone'));
  if (task.startedBy !== undefined) found.push(ok(`started by ${task.startedBy}`));
  if (row !== undefined && row.lastLine !== '') found.push(ok(`its last line: ${row.lastLine}`));
  return conclude(input, found);
}

function flagState(flag: string, wanted: boolean, input: CheckInput): readonly PreflightCheck[] {
  if (!FLAGS.some((name) => name === flag)) return [block(`${flag} is not a flag that can be set`)];
  const known = input.flags?.find(({ name }) => name === flag);
  const found: PreflightCheck[] = [];
  if (known?.currentState === wanted) found.push(warn(`the flag is ${stateWord(wanted)} already`));
  if (known?.recommendedState === !wanted)
    found.push(warn(`the service recommends it ${stateWord(!wanted)}`));
  return found;
}

const stateWord = (on: boolean): string => (on ? 'set' : 'unset');

function osdStates(input: CheckInput) {
  const osds = osdsOf(input.crush);
  const down = osds.filter((osd) => osd.status === 'DOWN');
  return {
    down: down.length,
    downIn: down.filter(isIn).length,
    out: osds.filter((osd) => !isIn(osd) && osd.status !== 'DESTROYED').length,
    fullest: osds.filter(isUpAndIn).reduce((most, osd) => Math.max(most, share(osd.used, osd.size) ?? 0), 0),
  };
}

/** A warning if placement groups are not okay, or if it is not known whether all are. @param means for what it matters */
export function notOkay({ missing, isCounted }: Placement, means: string): readonly PreflightCheck[] {
  if (missing > 0) return [warn(`${plural(missing, 'placement group')} not okay: ${means}`)];
  return isCounted ? [] : [warn('it is not known how many placement groups are okay')];
}

/** Warnings about pools that are already degraded. */
export function degraded(input: CheckInput): readonly PreflightCheck[] {
  const { rows, error, warn: warned } = selectPlacement(input);
  const found: PreflightCheck[] = [];
  if (error > 0) {
    const pools = listed(rows.filter((row) => row.error > 0).map((row) => row.poolName));
    found.push(warn(`${plural(error, 'placement group')} in error: I/O to ${pools} may be blocked`));
  }
  if (warned > 0) {
    const pools = listed(rows.filter((row) => row.warn > 0).map(withMinimum));
    found.push(warn(`already degraded: ${pools}; one more loss may stop I/O`));
  }
  return found;
}

const withMinimum = ({ poolName, minSize }: PlacementRow): string =>
  minSize === undefined ? poolName : `${poolName} (min_size ${minSize})`;

/** The client operations per second of all pools that can have data on the OSD; undefined if no pool reports them. */
function clientLoad(osdId: number, { crush, pools = [], rules = [] }: CheckInput): number | undefined {
  const stats = poolsOn(osdId, { tree: buildTree(crush), pools, rules }).map((pool) => pool.stats);
  const load = sum(stats.flatMap((pool) => [pool?.readIops, pool?.writeIops]));
  return load === undefined ? undefined : Math.round(load);
}

/** A warning for each unfinished task whose object has this name. */
export function sameObject(object: string, { tasks = [] }: CheckInput): readonly PreflightCheck[] {
  return tasks
    .filter((task) => !isDone(task) && task.object === object)
    .map((task) => warn(`task ${task.id ?? ''} (${task.name ?? 'unnamed'}) is working on ${object}`));
}
