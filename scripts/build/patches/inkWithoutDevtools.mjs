import { edit } from '../patch.mjs';

const name = 'inkWithoutDevtools';

const development = "if (process.env['DEV'] === 'true') {\n";

/**
 * With DEV=true in the environment Ink connects to the React devtools and names itself to them, both by a top-level
 * await, which a CommonJS bundle cannot hold. An operator's DEV variable must change nothing here anyway.
 *
 * Gain: makes the CommonJS bundle possible (with syncYoga: 118 ms to the first frame become 92).
 *
 * @type {import('../patch.mjs').Patch}
 */
export const inkWithoutDevtools = {
  name,
  file: /node_modules[\\/]ink[\\/]build[\\/]reconciler\.js$/,
  apply: (source) =>
    edit(source, name, [
      { find: `${development}    // Intentionally`, replace: 'if (false) {\n    // Intentionally' },
      { find: "import.meta.resolve('react-devtools-core');", replace: '' },
      { find: "await import('./devtools.js');", replace: '' },
      { find: `${development}    try {`, replace: 'if (false) {\n    try {' },
      { find: 'await loadPackageJson()', replace: '{}' },
      { find: "new URL('../package.json', import.meta.url)", replace: "''" },
    ]),
};
