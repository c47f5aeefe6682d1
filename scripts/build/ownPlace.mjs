/**
 * Stops the build when a module of the project asks where it lies: in the bundle that is another folder, and what it
 * looks for beside itself is not there.
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
