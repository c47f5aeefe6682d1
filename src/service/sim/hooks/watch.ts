import { healthDetails, healthEvent } from '../../hooks/health.ts';
import { unmuted } from '../health/muting.ts';
import type { Model } from '../model/model.ts';
import type { Host } from '../model/topology.ts';
import type { FireHooks } from './events.ts';

/** Seconds until the service's agent on a server has started [assumed]. */
const AGENT_START = 5;

/** Polls the cluster every simulated second, and reports the events since the last poll. */
export function watchEvents(model: Model, fire: FireHooks): void {
  const booting = new Set<Host>();
  const watches = [
    healthWatch(model, fire),
    serverWatch(model, fire, booting),
    osdWatch(model, fire, booting),
  ];
  const poll = () => {
    for (const one of watches) one();
    model.agenda.after(1, poll);
  };
  model.agenda.after(1, poll);
}

function healthWatch(model: Model, fire: FireHooks): () => void {
  let previous = unmuted(model, model.reported);
  return () => {
    const now = unmuted(model, model.reported);
    const event = healthEvent(previous, now);
    if (event !== undefined) fire(event, healthDetails(previous, now));
    previous = now;
  };
}

/**
 * Reports the start of a server's agent, which starts with the server. `booting` holds the servers on which it is
 * starting.
 */
function serverWatch(model: Model, fire: FireHooks, booting: Set<Host>): () => void {
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
    model.agenda.after(AGENT_START, () => {
      booting.delete(host);
      if (host.powered) fire('PostDaemonStart', {}, host);
    });
  }
}

/**
 * Reports an OSD that boots because its daemon was started, but not one that was only unreachable, nor one that
 * started with its server.
 */
function osdWatch(model: Model, fire: FireHooks, booting: ReadonlySet<Host>): () => void {
  const down = new Set<number>();
  return () => {
    // An OSD stays in `unsettled` while it is down and may come back.
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
