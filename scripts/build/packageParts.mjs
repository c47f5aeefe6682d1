const namespace = 'package-part';

/** A package by its name, not a file: `undici`, `@fastify/multipart`. */
const packageName = /^(@[\w.-]+\/)?[\w-][\w.-]*$/;

/**
 * A package that the program reaches by import() becomes a part of its own, and of a CommonJS package such a part
 * exports nothing but `default`. Here it exports what Node's own import() of the package has.
 *
 * @type {import('esbuild').Plugin}
 */
export const packageParts = {
  name: 'packageParts',
  setup(build) {
    build.onResolve({ filter: packageName }, ({ path, kind, resolveDir }) =>
      kind === 'dynamic-import' ? { path, namespace, pluginData: resolveDir } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace }, async ({ path, pluginData: resolveDir }) => {
      const names = Object.keys(await import(path)).filter((name) => /^[\w$]+$/.test(name));
      return { contents: `export { ${names.join(', ')} } from ${JSON.stringify(path)};`, resolveDir };
    });
  },
};
