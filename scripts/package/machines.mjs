/**
 * @typedef {object} Machine a kind of machine that packages are made for
 * @property {string} node Node's name of its processor
 * @property {string} debian Debian's name, and that of container images
 */

/** @type {readonly Machine[]} */
export const MACHINES = [
  { node: 'x64', debian: 'amd64' },
  { node: 'arm64', debian: 'arm64' },
];
