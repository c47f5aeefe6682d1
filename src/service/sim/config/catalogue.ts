import { readOption, type Option } from './option.ts';
import { blockImages } from './options/blockImages.ts';
import { bluestore } from './options/bluestore.ts';
import { common } from './options/common.ts';
import { filesystem } from './options/filesystem.ts';
import { monitors } from './options/monitors.ts';
import { objectGateways } from './options/objectGateways.ts';
import { osds } from './options/osds.ts';

/**
 * The options that are offered, by name, in the order of their tables. Types, defaults, limits and relations are
 * those that a cluster of Ceph 16.2.15 gives in `ceph config help`, with narrower limits where more makes no sense.
 */
export const OPTIONS: ReadonlyMap<string, Option> = new Map(
  [monitors, osds, bluestore, filesystem, objectGateways, blockImages, common]
    .flatMap((table) => table.trim().split('\n'))
    .map((line) => readOption(line))
    .map((option) => [option.name, option]),
);
