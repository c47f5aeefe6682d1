/**
 * A change to a file of a library, made while the bundle is built.
 *
 * @typedef {object} Patch
 * @property {string} name
 * @property {RegExp} file matches the path of the file
 * @property {(source: string) => string} apply throws if the library no longer looks as expected
 */

/**
 * Replaces each `find` by its `replace`, and throws unless each occurs in the source exactly once: a patch that silently
 * stops matching would lose its benefit unnoticed.
 *
 * @param {string} source
 * @param {string} patch the patch's name, for the message
 * @param {{ find: string | RegExp, replace: string }[]} edits
 */
export function edit(source, patch, edits) {
  return edits.reduce((text, { find, replace }) => {
    const found = text.split(find).length - 1;
    if (found !== 1) {
      throw new Error(
        `build patch "${patch}": expected ${typeof find === 'string' ? JSON.stringify(find) : find} once, found it ${found} times. ` +
          `The library has changed: read scripts/build/patches/${patch}.mjs against its new source.`,
      );
    }
    return text.replace(find, () => replace);
  }, source);
}

/**
 * The plugin that applies patches, several to one file in their order. It fails the build if a file to patch is not part
 * of the bundle (moved inside the library, or no longer needed).
 *
 * @param {Patch[]} patches
 * @param {(path: string) => Promise<string>} readText
 * @returns {import('rolldown').Plugin}
 */
export function patchPlugin(patches, readText) {
  const unused = new Set(patches);
  return {
    name: 'patches',
    load: {
      filter: { id: /[\\/]node_modules[\\/].*\.js$/ },
      async handler(path) {
        const fitting = patches.filter(({ file }) => file.test(path));
        if (fitting.length === 0) return null;
        for (const patch of fitting) unused.delete(patch);
        const source = await readText(path);
        return { code: fitting.reduce((text, patch) => patch.apply(text), source), moduleType: 'js' };
      },
    },
    buildEnd(error) {
      if (error) return;
      for (const { name, file } of unused) {
        this.error(`build patch "${name}": no file of the bundle matches ${String(file)}`);
      }
    },
  };
}
