import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tarOf } from './archives.mjs';

const INDEX = 'application/vnd.oci.image.index.v1+json';
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const CONFIG = 'application/vnd.oci.image.config.v1+json';
const LAYER = 'application/vnd.oci.image.layer.v1.tar+gzip';

/** The name of the image; with `localhost` it is never looked up in a registry. */
const NAME = 'localhost/storedeck';

/** @typedef {{ mediaType: string, digest: string, size: number }} Descriptor */

/** @param {Buffer} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * @typedef {object} Image an image for one kind of machine
 * @property {import('./machines.mjs').Machine} machine
 * @property {readonly Buffer[]} layers tar archives, the lowest first
 */

/**
 * @typedef {object} About properties common to the images of all machines
 * @property {string} version
 * @property {number} date seconds since the epoch
 * @property {number} user
 */

/** @param {Image} image @param {About} about @returns {object} the OCI image configuration */
const configOf = ({ machine, layers }, { version, date, user }) => ({
  created: new Date(date * 1000).toISOString(),
  architecture: machine.debian,
  os: 'linux',
  config: {
    User: `${user}:${user}`,
    Env: ['PATH=/usr/bin', 'HOME=/home/storedeck', 'LANG=C.UTF-8'],
    Entrypoint: ['/usr/bin/storedeck'],
    WorkingDir: '/home/storedeck',
    Labels: {
      'org.opencontainers.image.title': 'storedeck',
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.licenses': 'MIT',
    },
  },
  rootfs: { type: 'layers', diff_ids: layers.map((layer) => `sha256:${sha256(layer)}`) },
});

/**
 * Writes an image for several kinds of machines as a tar archive in the OCI layout, with an additional manifest.json for
 * versions of Docker that do not know that layout.
 *
 * @param {readonly Image[]} images
 * @param {About} about
 * @param {{ path: string, folder: string }} places `path`: of the archive; `folder`: for its contents
 */
export function writeImage(images, about, { path, folder }) {
  const { version, date } = about;
  const blobs = join(folder, 'blobs', 'sha256');
  mkdirSync(blobs, { recursive: true });
  /** @param {string} mediaType @param {Buffer | object} content @returns {Descriptor} */
  const keep = (mediaType, content) => {
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
    const digest = sha256(bytes);
    writeFileSync(join(blobs, digest), bytes);
    return { mediaType, digest: `sha256:${digest}`, size: bytes.length };
  };
  const made = images.map((image) => {
    const config = keep(CONFIG, configOf(image, about));
    const layers = image.layers.map((layer) => keep(LAYER, gzipSync(layer)));
    const manifest = keep(MANIFEST, { schemaVersion: 2, mediaType: MANIFEST, config, layers });
    const architecture = image.machine.debian;
    return { architecture, config, layers, manifest };
  });
  const manifests = made.map(({ architecture, manifest }) => ({
    ...manifest,
    platform: { architecture, os: 'linux' },
  }));
  const annotations = {
    'io.containerd.image.name': `${NAME}:${version}`,
    'org.opencontainers.image.ref.name': version,
  };
  const whole = { ...keep(INDEX, { schemaVersion: 2, mediaType: INDEX, manifests }), annotations };
  const blob = (/** @type {Descriptor} */ { digest }) => `blobs/${digest.replace(':', '/')}`;
  const forDocker = made.map(({ architecture, config, layers }) => ({
    Config: blob(config),
    RepoTags: [`${NAME}:${version}-${architecture}`],
    Layers: layers.map(blob),
  }));
  const files = {
    'oci-layout': { imageLayoutVersion: '1.0.0' },
    'index.json': { schemaVersion: 2, mediaType: INDEX, manifests: [whole] },
    'manifest.json': forDocker,
  };
  for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(value));
  writeFileSync(path, tarOf(folder, { date }));
}
