/**
 * @typedef {object} Machine a kind of machine that packages are made for
 * @property {string} node Node's name for the architecture
 * @property {string} debian the name used by Debian and container images
 */

/** @type {readonly Machine[]} */
export const MACHINES = [
  { node: 'x64', debian: 'amd64' },
  { node: 'arm64', debian: 'arm64' },
];
