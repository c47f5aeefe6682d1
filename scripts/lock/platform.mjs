const SYSTEMS = new Set('aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' '));
const PROCESSORS = new Set('arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' '));
const C_LIBRARIES = new Map([
  ['gnu', 'glibc'],
  ['musl', 'musl'],
]);

/**
 * @typedef {object} Platform the machines that a package is for, as in package.json; an absent field means any
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 */

/**
 * The platform in the name of a binary package, such as `@oxlint/binding-linux-arm64-musl`.
 *
 * @param {string} name
 * @returns {Platform} empty if the name contains none
 */
export function platformIn(name) {
  const words = name.split(/[-/]/);
  const os = words.filter((word) => SYSTEMS.has(word));
  const cpu = words.filter((word) => PROCESSORS.has(word));
  const libc = words.flatMap((word) => C_LIBRARIES.get(word) ?? []);
  return { ...(os[0] && { os }), ...(cpu[0] && { cpu }), ...(libc[0] && { libc }) };
}
