// Loaded into a console (NODE_OPTIONS=--require): on SIGUSR2 it collects garbage and writes the remaining resources as JSON to
// the file named by SOAK_PROBE. Requires --expose-gc.
'use strict';
const { renameSync, writeFileSync } = require('node:fs');

const file = process.env['SOAK_PROBE'] ?? '';

/** @param {NodeJS.EventEmitter} emitter */
const listenersOf = (emitter) =>
  emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);

process.on('SIGUSR2', () => {
  const { gc } = globalThis;
  // Objects released by finalizers are collected in the next round.
  for (let round = 0; round < 3; round++) gc?.();
  const resources = process.getActiveResourcesInfo();
  const timers = resources.filter((name) => name === 'Timeout').length;
  const state = {
    heapMb: process.memoryUsage().heapUsed / 2 ** 20,
    timers,
    handles: resources.length - timers,
    listeners: [process, process.stdin, process.stdout, process.stderr]
      .map(listenersOf)
      .reduce((sum, count) => sum + count),
  };
  // Written atomically, as the reader waits for the file to exist.
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
});
