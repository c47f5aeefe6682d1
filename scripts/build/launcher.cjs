#!/usr/bin/env node
// storedeck: enables V8's compile cache in the user's cache folder, then runs the program.
'use strict';
const { enableCompileCache, flushCompileCache } = require('node:module');
const { homedir } = require('node:os');
const path = require('node:path');

/** The time after which the cache is written, in case the process is killed later; by then most code is compiled. */
const FLUSH_AFTER_MS = 10_000;

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`storedeck needs Node 24 or newer; this is ${process.versions.node}\n`);
  process.exit(2);
}
enableCompileCache(path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'storedeck'));
setTimeout(flushCompileCache, FLUSH_AFTER_MS).unref();
// @ts-ignore: created by the build
require('./parts/main.cjs');
