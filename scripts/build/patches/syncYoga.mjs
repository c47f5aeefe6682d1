import { edit } from '../patch.mjs';

/**
 * Yoga, Ink's layout engine, awaits its WebAssembly at module level. That forces the bundle to be an ES
 * module and costs a turn through V8's background compiler. The module is 80 KB: compiling it at once is
 * quicker, and the bundle can be CommonJS.
 *
 * Gain: 26 ms of the time to the first frame, 15 MB of memory.
 *
 * Emscripten leaves instantiation to `instantiateWasm` where the caller gives one; the rest of its start then
 * runs synchronously, on the very object that it was given.
 */
const name = 'syncYoga';

const base64 = /(?<="data:application\/octet-stream;base64,)[A-Za-z0-9+/]{4000,}=*(?=")/;

/** @type {import('../patch.mjs').Patch} */
export const yogaStart = {
  name,
  file: /node_modules[\\/]yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/,
  apply: (source) =>
    edit(source, name, [
      {
        find: "import loadYoga from '../binaries/yoga-wasm-base64-esm.js';",
        replace: "import loadYoga, { wasmBase64 } from '../binaries/yoga-wasm-base64-esm.js';",
      },
      {
        find: 'const Yoga = wrapAssembly(await loadYoga());',
        replace: `const assembly = {
  instantiateWasm(imports, done) {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(wasmBase64, 'base64')), imports);
    done(instance);
    return instance.exports;
  },
};
loadYoga(assembly);
const Yoga = wrapAssembly(assembly);`,
      },
    ]),
};

/** @type {import('../patch.mjs').Patch} */
export const yogaBinary = {
  name,
  file: /node_modules[\\/]yoga-layout[\\/]dist[\\/]binaries[\\/]yoga-wasm-base64-esm\.js$/,
  apply(source) {
    const [wasm = ''] = base64.exec(source) ?? [];
    const glue = edit(source, name, [
      { find: base64, replace: '' },
      { find: 'import.meta.url', replace: "''" },
      { find: 'h.instantiateWasm(d,', replace: 'h.instantiateWasm(d,' },
    ]);
    return `${glue}\nexport const wasmBase64 = '${wasm}';\n`;
  },
};
