import { edit } from '../patch.mjs';

const name = 'inkWithoutDevtools';

const development = "if (process.env['DEV'] === 'true') {\n";

/**
 * With DEV=true in the environment Ink connects to the React devtools and registers there, both with a top-level await,
 * which a CommonJS bundle cannot contain. An operator's DEV variable must have no effect here anyway.
 *
 * Gain: makes the CommonJS bundle possible (with syncYoga the first frame takes 92 instead of 118 ms).
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
