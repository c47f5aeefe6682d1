import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inOrder } from './complete.mjs';

const run = promisify(execFile);

/** Error codes of the registry for a package that it does not have. */
const ABSENT = new Set(['E404', 'ETARGET']);

/** @param {string} output npm's JSON @returns {Record<string, any>} */
function parsed(output) {
  try {
    return JSON.parse(output);
  } catch {
    return {};
  }
}

/**
 * Reads a package's description from the registry.
 *
 * @param {string} name @param {string} version
 * @returns {Promise<Record<string, any> | undefined>} undefined if the registry does not have it; rejects if the registry
 *   cannot be reached
 */
async function described(name, version) {
  try {
    const { stdout } = await run('npm', ['view', `${name}@${version}`, '--json', '--fetch-retries=0']);
    return parsed(stdout);
  } catch (error) {
    const { code, summary } = parsed(/** @type {{ stdout?: string }} */ (error).stdout ?? '').error ?? {};
    if (ABSENT.has(code)) return undefined;
    throw new Error(summary ?? 'npm view failed', { cause: error });
  }
}

/**
 * An entry completed by the registry's description of the package.
 *
 * @param {import('./complete.mjs').Entry} entry @param {Record<string, any>} description
 */
function withDescription(entry, { dist, os, cpu, libc, license, engines }) {
  const known = Object.entries({ os, cpu, libc, license, engines }).filter(
    ([, value]) => value !== undefined,
  );
  return inOrder({
    ...entry,
    ...Object.fromEntries(known),
    ...(dist?.integrity && { integrity: dist.integrity }),
  });
}

/** The number of concurrent requests to the registry. */
const AT_ONCE = 4;

/**
 * Adds the missing checksums of optional packages, as far as the registry has them.
 *
 * @param {import('./complete.mjs').Packages} packages
 * @param {typeof described} ask
 * @returns {Promise<{ packages: import('./complete.mjs').Packages, without: number, refused: string | undefined }>}
 *   `without`: the number of packages still without a checksum; `refused`: the reason if the registry could not be reached
 */
export async function withChecksums(packages, ask = described) {
  const open = Object.entries(packages).filter(([, { optional, integrity }]) => optional && !integrity);
  const done = { ...packages };
  let without = open.length;
  /** @type {string | undefined} */
  let refused;
  const queue = open.values();
  const askInTurn = async () => {
    for (const [place, entry] of queue) {
      if (refused !== undefined) return;
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
      try {
        const description = await ask(name, entry.version ?? '');
        if (!description?.['dist']?.integrity) continue;
        done[place] = withDescription(entry, description);
        without -= 1;
      } catch (error) {
        refused = error instanceof Error ? error.message : String(error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askInTurn));
  return { packages: done, without, refused };
}
