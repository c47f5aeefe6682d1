import { platformIn } from './platform.mjs';

/**
 * @typedef {object} Entry the fields of a package in package-lock.json that are used here
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {boolean} [peer]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */

/** @typedef {Record<string, Entry>} Packages entries by place, such as `node_modules/a/node_modules/b` */

const FOLDER = 'node_modules/';
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;

/** @param {string} place @returns {string} the package that contains it, '' for the project's folder */
const outside = (place) => place.slice(0, Math.max(0, place.lastIndexOf(FOLDER) - 1));

/** @param {string} folder @param {string} name */
const within = (folder, name) => `${folder === '' ? '' : `${folder}/`}${FOLDER}${name}`;

/**
 * Resolves a package name as Node does: to the nearest one in the enclosing folders.
 *
 * @param {Packages} packages @param {string} from the place of the importing package @param {string} name
 * @returns {string | undefined} its place
 */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = outside(folder)) {
    const place = within(folder, name);
    if (packages[place] !== undefined) return place;
    if (folder === '') return undefined;
  }
}

/** @param {string | undefined} version @param {string} wanted for a range, npm's choice of a version is trusted */
const fits = (version, wanted) => version !== undefined && (!EXACT.test(wanted) || version === wanted);

/** @param {Packages} packages @returns {Set<string>} the places of all packages that another package uses */
function usedPlaces(packages) {
  const used = Object.entries(packages).flatMap(([from, entry]) =>
    Object.entries({ ...entry.peerDependencies, ...entry.dependencies, ...entry.optionalDependencies })
      .map(([name, wanted]) => ({ place: placeOf(packages, from, name), wanted }))
      .flatMap(({ place, wanted }) => (place && fits(packages[place]?.version, wanted) ? place : [])),
  );
  return new Set(used);
}

/**
 * @typedef {object} Gap an optional package that is missing in the lock file
 * @property {string} from the place of the package that names it
 * @property {string} name
 * @property {string} wanted its version
 */

/** @param {Packages} packages @returns {Gap[]} optional packages that are missing or have another version */
export function gaps(packages) {
  return Object.entries(packages).flatMap(([from, { optionalDependencies }]) =>
    Object.entries(optionalDependencies ?? {}).flatMap(([name, wanted]) => {
      const place = placeOf(packages, from, name);
      return place && fits(packages[place]?.version, wanted) ? [] : { from, name, wanted };
    }),
  );
}

/**
 * The place for a missing package: beside the package that names it, or inside that package if another version is used
 * there.
 *
 * @param {Gap} gap @param {ReadonlySet<string>} used
 */
function placeFor({ from, name, wanted }, used) {
  if (!EXACT.test(wanted))
    throw new Error(`${from} wants ${name} ${wanted}: only a package of one exact version can be added`);
  const beside = within(outside(from), name);
  return used.has(beside) ? within(from, name) : beside;
}

/**
 * Adds the packages for other machines that npm left out because its registry did not have them. Throws if that is
 * impossible.
 *
 * @param {Packages} packages
 * @returns {Packages} in npm's order; the same object if nothing is missing
 */
export function complete(packages) {
  const missing = gaps(packages);
  if (missing.length === 0) return packages;
  const used = usedPlaces(packages);
  const whole = { ...packages };
  for (const gap of missing) {
    const place = placeFor(gap, used);
    used.add(place);
    const { dev, peer } = packages[gap.from] ?? {};
    const flags = { ...(dev && { dev }), optional: true, ...(peer && { peer }) };
    whole[place] = inOrder({ version: gap.wanted, ...flags, ...platformIn(gap.name) });
  }
  const left = gaps(whole);
  if (left.length > 0) throw new Error(`found no place for ${left.map(({ name }) => name).join(', ')}`);
  return Object.fromEntries(Object.entries(whole).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
}

/**
 * Puts an entry's fields into npm's order: version, checksum, plain fields by name, then objects by name.
 *
 * @param {Entry} entry
 * @returns {Entry}
 */
export function inOrder({ version, integrity, ...rest }) {
  const nested = (/** @type {unknown} */ value) => typeof value === 'object' && !Array.isArray(value);
  const sorted = Object.entries(rest).toSorted(
    ([a, x], [b, y]) => Number(nested(x)) - Number(nested(y)) || a.localeCompare(b, 'en'),
  );
  return { ...(version && { version }), ...(integrity && { integrity }), ...Object.fromEntries(sorted) };
}
