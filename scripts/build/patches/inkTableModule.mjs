const name = 'inkTableModule';

/** Converts a module namespace to the value that `require` would have returned. */
const asRequired = `const asRequired = (namespace) =>
  namespace.default && Object.keys(namespace).length === 1
    ? namespace.default
    : { ...namespace, ...(typeof namespace.default === 'object' ? namespace.default : {}) };`;

/**
 * ink-table is CommonJS and requires Ink, an ES module with top-level await: Node and Vitest refuse that, and a bundler
 * returns the whole exports object instead of the table. Converted to an ES module it works in all three.
 *
 * Gain: makes the library usable at all.
 *
 * @type {import('../patch.mjs').Patch}
 */
export const inkTableModule = {
  name,
  file: /node_modules[\\/]ink-table[\\/]dist[\\/]index\.js$/,
  apply(source) {
    const required = [...new Set(Array.from(source.matchAll(/\brequire\("([^"]+)"\)/g), ([, id]) => id))];
    if (
      !required.includes('ink') ||
      /^import\s/m.test(source) ||
      !source.includes('exports.default = Table')
    ) {
      throw new Error(
        `build patch "${name}": ink-table is no longer a CommonJS module that requires ink. ` +
          `The library has changed: read scripts/build/patches/${name}.mjs against its new source.`,
      );
    }
    return `${required.map((id, index) => `import * as required${index} from ${JSON.stringify(id)};`).join('\n')}
${asRequired}
const modules = { ${required.map((id, index) => `${JSON.stringify(id)}: asRequired(required${index})`).join(', ')} };
const commonjs = {};
(function (exports, require) {
${source}
})(commonjs, (id) => modules[id]);
export default commonjs.default;
export const { Header, Cell, Skeleton } = commonjs;
`;
  },
};
