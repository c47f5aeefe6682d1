import { readOption, type Option } from './option.ts';
import { blockImages } from './options/blockImages.ts';
import { bluestore } from './options/bluestore.ts';
import { common } from './options/common.ts';
import { filesystem } from './options/filesystem.ts';
import { monitors } from './options/monitors.ts';
import { objectGateways } from './options/objectGateways.ts';
import { osds } from './options/osds.ts';

/**
 * The supported options by name, in the order of their tables. Types, defaults, limits and relations are those of
 * `ceph config help` in Ceph 16.2.15, with narrower limits where larger values make no sense.
 */
export const OPTIONS: ReadonlyMap<string, Option> = new Map(
  [monitors, osds, bluestore, filesystem, objectGateways, blockImages, common]
    .flatMap((table) => table.trim().split('\n'))
    .map((line) => readOption(line))
    .map((option) => [option.name, option]),
);
