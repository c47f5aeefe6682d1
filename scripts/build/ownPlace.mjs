/**
 * The plugin that fails the build if a module of the project uses its own path: in the bundle that is another folder, without
 * the files beside the source.
 *
 * @type {import('rolldown').Plugin}
 */
export const ownPlace = {
  name: 'ownPlace',
  transform: {
    filter: { id: { exclude: /[\\/]node_modules[\\/]/ }, code: /\bimport\.meta\b/ },
    handler(_code, id) {
      this.error(`${id} uses import.meta, which names another place in the bundle`);
    },
  },
};
