// Loaded before a program (NODE_OPTIONS=--require). It writes the connections of the program, its name lookups and its
// child processes to the file named by NETWORK_RECORD, one per line. It hooks into Node where Node calls the operating
// system, so no library can bypass it. Threads load it as well.
'use strict';
const { createHook } = require('node:async_hooks');
const { appendFileSync } = require('node:fs');

const record = process.env['NETWORK_RECORD'] ?? '';
/** @param {string} what */
const note = (what) => appendFileSync(record, `${what}\n`);

/**
 * @typedef {(request: object, address: string, port?: number) => number} Connect
 * @typedef {{ prototype: Record<string, Connect> }} Handle
 */
const { binding } = /** @type {{ binding(name: string): Record<string, Handle> }} */ (
  /** @type {unknown} */ (process)
);

/**
 * @param {Handle | undefined} handle
 * @param {string} method
 * @param {(address: string, port: number | undefined) => string} tell
 */
function watch(handle, method, tell) {
  const connect = handle?.prototype[method];
  if (!handle || !connect) throw new Error(`this Node has no ${method}`);
  handle.prototype[method] = function (request, address, port) {
    note(tell(address, port));
    return Reflect.apply(connect, this, [request, address, port]);
  };
}

const { TCP } = binding.call(process, 'tcp_wrap');
watch(TCP, 'connect', (address, port) => `tcp ${address}:${port}`);
watch(TCP, 'connect6', (address, port) => `tcp [${address}]:${port}`);
watch(binding.call(process, 'pipe_wrap')['Pipe'], 'connect', (path) => `unix ${path}`);

const OTHERS = new Set(['QUERYWRAP', 'GETNAMEINFOREQWRAP', 'UDPWRAP', 'UDPSENDWRAP', 'PROCESSWRAP']);
createHook({
  init(_, type, __, resource) {
    if (OTHERS.has(type)) note(type);
    if (type !== 'GETADDRINFOREQWRAP') return;
    const request = /** @type {{ hostname?: string }} */ (resource);
    // Its name is set once it is made.
    queueMicrotask(() => note(`lookup ${request.hostname}`));
  },
}).enable();
