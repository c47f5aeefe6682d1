import { setPaused } from './deck.ts';
import { type PollContext, PollLoop } from './pollLoop.ts';
import { onRecovery } from './recovery.ts';
import type { ResourceId, Resources } from './resources.ts';

/** Polls what the deck is made of. What else is read again and again has a loop of its own: screens, other clusters, tasks. */
export interface Poller {
  /** Keeps a resource fresh until disposed. The first reader starts it, the last one to leave stops it. */
  watch(id: ResourceId): Disposable;
  /**
   * Reads a resource now. Resolves when a read that began after this call has ended, well or badly: see the
   * slot. Never rejects.
   */
  refresh(id: ResourceId): Promise<void>;
  /** Holds all polling; `refresh` still reads. */
  pause(): void;
  resume(): void;
  close(): void;
}

/**
 * Nothing is read before somebody watches or refreshes; new health has the disks and the CRUSH map read
 * sooner.
 */
export function createPoller({
  resources,
  ...context
}: PollContext & { readonly resources: Resources }): Poller {
  const loops = {
    status: new PollLoop('status', resources.status, context),
    health: new PollLoop('health', resources.health, context),
    disks: new PollLoop('disks', resources.disks, context),
    crush: new PollLoop('crush', resources.crush, context),
    rules: new PollLoop('rules', resources.rules, context),
    pools: new PollLoop('pools', resources.pools, context),
    flags: new PollLoop('flags', resources.flags, context),
    recoverySpeed: new PollLoop('recoverySpeed', resources.recoverySpeed, context),
    tasks: new PollLoop('tasks', resources.tasks, context),
    serverNames: new PollLoop('serverNames', resources.serverNames, context),
  };
  const all = Object.values(loops);
  // Long lists are read less often; when the cluster's health says something new, they tell where.
  const unsubscribe = context.store.subscribe((now, before) => {
    const [health, healthBefore] = [now, before].map(({ slots }) => slots.status.data?.storeStatus?.health);
    if (healthBefore === undefined || health === healthBefore) return;
    loops.disks.hasten();
    loops.crush.hasten();
  });
  const unhear = onRecovery(context.store, () => {
    for (const loop of all) loop.retry();
  });

  return {
    watch: (id) => loops[id].watch(),
    refresh: (id) => loops[id].refresh(),
    pause() {
      setPaused(context.store, true);
      for (const loop of all) loop.hold();
    },
    resume() {
      setPaused(context.store, false);
      for (const loop of all) loop.release();
    },
    close() {
      unsubscribe();
      unhear();
      for (const loop of all) loop.close();
    },
  };
}
