#!/usr/bin/env node
// storedeck: keeps V8's compiled code in the user's cache folder from one start to the next, then runs the program.
'use strict';
const { enableCompileCache, flushCompileCache } = require('node:module');
const { homedir } = require('node:os');
const path = require('node:path');

/** By then everything that a session needs is compiled, even when it ends without asking. */
const FLUSH_AFTER_MS = 10_000;

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`storedeck needs Node 24 or newer; this is ${process.versions.node}\n`);
  process.exit(2);
}
enableCompileCache(path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'storedeck'));
setTimeout(flushCompileCache, FLUSH_AFTER_MS).unref();
// @ts-ignore: made by the build
require('./parts/main.cjs');
