import { activeMds, MAX_SEGMENTS, SLOW_REPORTED_AFTER } from '../load/metadata.ts';
import type { Daemon } from '../model/daemons.ts';
import type { Model } from '../model/model.ts';
import { daemonAnswers, daemonsOf, MDS_REPLAY } from '../monitors/quorum.ts';
import { warning, type Raised } from './check.ts';

/** A metadata server that replays its journal after a takeover, and a filesystem without a standby. */
export function mdsChecks(model: Model): Raised[] {
  const servers = daemonsOf(model, 'mds');
  const replaying = servers.some(
    (mds) => mds.active && daemonAnswers(mds) && model.tick - mds.changedAt < MDS_REPLAY,
  );
  const beacons = (mds: Daemon) => daemonAnswers(mds) || model.tick - mds.changedAt < model.settings.mdsGrace;
  const standbys = servers.filter((mds) => !mds.active && beacons(mds)).length;
  return [
    ...(replaying
      ? [warning('FS_DEGRADED', '1 filesystem is degraded', 1, () => ['fs storefs is degraded'])]
      : []),
    ...(servers.length > 1 && standbys === 0
      ? [
          warning('MDS_INSUFFICIENT_STANDBY', 'insufficient standby MDS daemons available', 1, () => [
            'have 0; want 1 more',
          ]),
        ]
      : []),
  ];
}

/** A metadata server whose journal is not trimmed, and one whose clients wait for another client. */
export function mdsLoadChecks(model: Model): Raised[] {
  const { segments, hung } = model.metadata;
  const mds = activeMds(model);
  if (mds === undefined) return [];
  const count = Math.floor(segments);
  const checks: Raised[] = [];
  if (count > 2 * MAX_SEGMENTS) {
    const text = `mds.${mds.name}(mds.0): Behind on trimming (${count}/${MAX_SEGMENTS}) max_segments: ${MAX_SEGMENTS}, num_segments: ${count}`;
    checks.push(warning('MDS_TRIM', '1 MDSs behind on trimming', 1, () => [text]));
  }
  if (hung !== undefined && model.tick - hung.since >= SLOW_REPORTED_AFTER) {
    const text = `mds.${mds.name}(mds.0): 2 slow requests are blocked > 30 secs`;
    checks.push(warning('MDS_SLOW_REQUEST', '1 MDSs report slow requests', 1, () => [text]));
  }
  return checks;
}
