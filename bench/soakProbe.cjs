// Loaded into a console (NODE_OPTIONS=--require): on SIGUSR2 it collects what is garbage and writes what is left, as JSON,
// to the file named by SOAK_PROBE. Takes --expose-gc.
'use strict';
const { renameSync, writeFileSync } = require('node:fs');

const file = process.env['SOAK_PROBE'] ?? '';

/** @param {NodeJS.EventEmitter} emitter */
const listenersOf = (emitter) =>
  emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);

process.on('SIGUSR2', () => {
  const { gc } = globalThis;
  // What a finalizer lets go of is garbage for the next round.
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
  // Whole or not at all.
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
});
