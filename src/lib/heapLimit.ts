/** The V8 version with these flags. V8 flags are not stable: another major version may print a warning on the screen. */
const KNOWN_TO = '13.';

/**
 * Old objects are collected when the heap has grown by half, not to four times its size. Most of a large heap are answers
 * about each OSD, replaced every few seconds.
 */
const OLD = ['--heap-growing-percent=50'] as const;

/**
 * The semi-spaces for young objects stop growing: they are at most 2 x 4 MB when the program is loaded and would become
 * 2 x 64. Few objects survive an answer or a frame.
 */
const YOUNG = ['--semi-space-growth-factor=1'] as const;

/**
 * TurboFan, V8's third compiler tier, is used only after ten times as many calls as by default: V8's defaults suit a busy
 * server, and a console draws one frame a second. Code that reads a busy log or filters a long list still reaches that; for
 * code that draws a frame a second it would not pay off for hours.
 */
const RARELY_OPTIMISED = ['--invocation-count-for-turbofan=30000'] as const;

/**
 * The flags of each kind of program. Small semi-spaces would cost a simulation half as much CPU time again, as many of the
 * objects of a whole cluster survive its steps.
 */
const FLAGS = {
  console: [...OLD, ...YOUNG, ...RARELY_OPTIMISED],
  service: [...OLD, ...YOUNG],
  simulation: OLD,
} as const;

/**
 * WebAssembly keeps the code of V8's first compiler. Optimising the layout engine, as V8 would do within the first frames,
 * leaves 10 MB of the compiler's memory behind, for functions that run once a second.
 */
const BASELINE_WASM = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'] as const;

function setFlags(flags: readonly string[], v8Version: string): void {
  if (!v8Version.startsWith(KNOWN_TO)) return;
  // Loading node:v8 takes half a millisecond, and the first frame should not wait for it.
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of flags) setFlagsFromString(flag);
}

/** Compiles WebAssembly with V8's first compiler only. Call it before a WebAssembly module is loaded. */
export function limitWasm(v8Version = process.versions.v8): void {
  setFlags(BASELINE_WASM, v8Version);
}

/**
 * Keeps this process's memory near what it needs. V8 reads these flags at each collection or call, so they work however the
 * program was started. Call it once the program is loaded, before data arrives.
 */
export function limitHeap(program: keyof typeof FLAGS, v8Version = process.versions.v8): void {
  setFlags(FLAGS[program], v8Version);
}
