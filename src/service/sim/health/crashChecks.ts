import type { Model } from '../model.ts';
import { warning, type Raised } from './check.ts';

/** mgr/crash/warn_recent_interval: two weeks, in seconds. */
const RECENT = 14 * 86_400;

/** Recent crashes with a report that nobody has archived (the manager module crash). */
export function crashCheck(model: Model): Raised[] {
  const since = model.timeOf(model.tick) / 1000 - RECENT;
  const recent = model.crashes.list().filter(({ archived, timestamp }) => !archived && timestamp > since);
  if (recent.length === 0) return [];
  const detail = () =>
    recent.map(
      ({ entity, hostname, id }) =>
        `${entity} crashed on host ${hostname} at ${id.slice(0, id.indexOf('_'))}`,
    );
  return [warning('RECENT_CRASH', `${recent.length} daemons have recently crashed`, recent.length, detail)];
}
