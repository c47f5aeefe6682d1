import { readFile } from 'node:fs/promises';
import { rolldown } from 'rolldown';
import { patchPlugin, type Patch } from '../../scripts/build/patch.mjs';

const ENTRY = 'entry';

/**
 * Modules of the libraries as in the build, with some of its patches.
 *
 * @param source the text of a module that exports them from files with absolute paths
 */
export async function bundledWith(used: readonly Patch[], source: string): Promise<unknown> {
  const build = await rolldown({
    input: ENTRY,
    platform: 'node',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? source : null),
      },
      patchPlugin([...used], (path) => readFile(path, 'utf8')),
    ],
  });
  const { output } = await build.generate({ format: 'es', codeSplitting: false });
  await build.close();
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}
