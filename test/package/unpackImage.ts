import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

interface Descriptor {
  readonly digest: string;
  readonly size: number;
  readonly platform?: { readonly architecture: string };
}

/** The parts of an image's configuration that are read. */
interface ImageConfig {
  readonly architecture: string;
  readonly os: string;
  readonly config: {
    readonly User: string;
    readonly Entrypoint: readonly string[];
    readonly Env: readonly string[];
  };
  readonly rootfs: { readonly diff_ids: readonly string[] };
}

const digestOf = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/**
 * Unpacks an image in the OCI layout as a container engine does: from its index to the layers of one architecture.
 * Throws if a digest or a size does not match its content.
 *
 * @param folder the destination, in which `tree` gets the files
 */
export async function unpackImage(archive: string, architecture: string, folder: string) {
  const tree = join(folder, 'tree');
  mkdirSync(tree, { recursive: true });
  execFileSync('tar', ['-C', folder, '-xf', archive]);
  const blob = ({ digest, size }: Descriptor): Buffer => {
    const bytes = readFileSync(join(folder, 'blobs', digest.replace(':', '/')));
    if (bytes.length !== size || digestOf(bytes) !== digest) throw new Error(`${digest} is something else`);
    return bytes;
  };
  const read = (descriptor: Descriptor): unknown => JSON.parse(blob(descriptor).toString());
  interface Index {
    readonly manifests: readonly [Descriptor, ...Descriptor[]];
  }
  const top = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Index;
  const { manifests } = read(top.manifests[0]) as Index;
  const chosen = manifests.find(({ platform }) => platform?.architecture === architecture);
  if (!chosen) throw new Error(`no image for ${architecture}`);
  const manifest = read(chosen) as { config: Descriptor; layers: readonly Descriptor[] };
  const config = read(manifest.config) as ImageConfig;
  for (const [at, layer] of manifest.layers.entries()) {
    const input = gunzipSync(blob(layer));
    if (digestOf(input) !== config.rootfs.diff_ids[at]) throw new Error(`layer ${at} is something else`);
    execFileSync('tar', ['-C', tree, '--numeric-owner', '-x'], { input });
  }
  return { tree, config };
}
