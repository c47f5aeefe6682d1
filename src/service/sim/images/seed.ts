import { seedDice } from '../content/seeding.ts';
import type { Model } from '../model/model.ts';
import type { Dice } from '../model/random.ts';
import type { SimPool } from '../pools/pool.ts';
import { addSnapshot, newImage, type Image } from './image.ts';

const GIB = 2 ** 30;
/** Average bytes per image, and the minimum and maximum number of images in a pool. */
const BYTES_PER_IMAGE = 100e9;
const [MIN_IMAGES, MAX_IMAGES] = [6, 2000];
/** Share of a pool's used space that its images account for. */
const FILLED = 0.95;

const MACHINES = ['web', 'mail', 'build', 'desktop', 'app', 'monitoring', 'gitlab', 'proxy', 'jump', 'batch'];
const DATABASES = ['postgres', 'mysql', 'redis', 'kafka', 'influx', 'elastic'];
const SNAPSHOTS = ['before-upgrade', 'nightly-1', 'nightly-2'];
const TEMPLATE = 'template-debian-13';

/**
 * Creates the images of a pool in a new cluster, the same ones for the same cluster; none for a pool that was created
 * later.
 */
export function seedImages(model: Model, pool: SimPool): Image[] {
  if (pool.application !== 'rbd' || pool.seededBytes === 0) return [];
  const dice = seedDice(model, `images ${pool.id}`);
  const count = Math.min(MAX_IMAGES, Math.max(MIN_IMAGES, Math.round(pool.seededBytes / BYTES_PER_IMAGE)));
  const weights = Array.from({ length: count }, () => dice.between(0.2, 1.8));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const images = weights.map((weight, index) => {
    const used = Math.round((pool.seededBytes * FILLED * weight) / total);
    const size = Math.ceil((used * dice.between(1.1, 2.5)) / GIB) * GIB;
    return { ...newImage(index + 1, pool, nameOf(pool, index, dice), size), used };
  });
  for (const image of images) {
    if (dice.chance(0.2)) for (const name of SNAPSHOTS.slice(dice.below(3))) addSnapshot(image, name);
  }
  if (pool.name === 'vm-disks') cloneTemplate(images);
  return images;
}

function nameOf({ name }: SimPool, index: number, dice: Dice): string {
  const number = String(Math.floor(index / MACHINES.length) + 1).padStart(2, '0');
  const machine = MACHINES[index % MACHINES.length]!;
  if (name === 'volumes') return `${machine}-${number}-data`;
  if (name === 'vm-disks') return `${machine}-${number}-system`;
  if (name === 'databases') return `${dice.pick(DATABASES)}-${String(index + 1).padStart(2, '0')}`;
  return `disk-${String(index + 1).padStart(3, '0')}`;
}

/** Makes the first system disk a template from which the next ones were cloned. */
function cloneTemplate([template, ...others]: readonly Image[]): void {
  if (template === undefined) return;
  template.name = TEMPLATE;
  const golden = addSnapshot(template, 'golden', true);
  for (const clone of others.slice(0, 4)) {
    clone.parent = golden;
    golden.children.add(clone);
  }
}
