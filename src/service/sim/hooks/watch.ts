import { healthEvent, statusOf } from '../../hooks/health.ts';
import type { Model } from '../model.ts';
import type { Host } from '../topology.ts';
import type { Fire } from './events.ts';

/** Seconds in which the service's agent on a server starts [assumed]. */
const AGENT_START = 5;

/** Looks at the cluster in every simulated second and fires what has happened since the last look. */
export function watchEvents(model: Model, fire: Fire): void {
  const booting = new Set<Host>();
  const looks = [
    healthWatch(model, fire),
    serverWatch(model, fire, booting),
    storeDaemonWatch(model, fire, booting),
  ];
  const look = () => {
    for (const one of looks) one();
    model.agenda.in(1, look);
  };
  model.agenda.in(1, look);
}

function healthWatch(model: Model, fire: Fire): () => void {
  let before = model.reported;
  return () => {
    const now = model.reported;
    const event = healthEvent(before, now);
    if (event !== undefined) {
      const details = {
        HEALTH: statusOf(now),
        HEALTH_BEFORE: statusOf(before),
        CHECKS: [...now.keys()].join(' '),
      };
      fire(event, details);
    }
    before = now;
  };
}

/** The agent of a server starts when the server does. `booting` holds those where it has not finished. */
function serverWatch(model: Model, fire: Fire, booting: Set<Host>): () => void {
  const off = new Set<Host>();
  return () => {
    for (const host of model.hosts) {
      if (!host.powered) off.add(host);
      else if (off.delete(host)) boot(host);
    }
  };

  function boot(host: Host): void {
    fire('PreDaemonStart', {}, host);
    booting.add(host);
    model.agenda.in(AGENT_START, () => {
      booting.delete(host);
      if (host.powered) fire('PostDaemonStart', {}, host);
    });
  }
}

/** An OSD that boots because its daemon was started: not one that was only out of reach, nor one that started with its server, by udev. */
function storeDaemonWatch(model: Model, fire: Fire, booting: ReadonlySet<Host>): () => void {
  const down = new Set<number>();
  return () => {
    // An OSD stays among the unsettled for as long as it is down and may come back.
    for (const id of model.unsettled) if (model.osds[id]?.up === false) down.add(id);
    for (const id of down) {
      const osd = model.osds[id];
      if (osd?.up === false) continue;
      down.delete(id);
      if (osd?.restarted === true && !booting.has(osd.host))
        fire('PostStoreDaemonStart', { OSD: id }, osd.host);
    }
  };
}
