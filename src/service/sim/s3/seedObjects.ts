import { DAY, dayOf, HOUR, padded, seedBytes, seedText, type Seed } from '../content/seeding.ts';
import type { Dice } from '../model/random.ts';

/** An object of a new cluster. */
export interface SeedObject {
  readonly key: string;
  /** Milliseconds since it was written. */
  readonly age: number;
  readonly holds: Seed;
}

/** Nightly backups: each is a large archive with a manifest and checksums. */
export function* backups(now: number, dice: Dice, every: number, count: number): Generator<SeedObject> {
  for (const host of ['db-01', 'db-02', 'git-01', 'mail-01', 'web-01']) {
    const weight = dice.between(0.3, 3);
    for (let back = count; back >= 1; back--) {
      const age = back * every * DAY - 2 * HOUR;
      const folder = `${host}/${dayOf(now - age)}`;
      yield { key: `${folder}/checksums.txt`, age, holds: seedText(dice, 'checksums.txt', 4, 20) };
      yield { key: `${folder}/data.tar.zst`, age, holds: { weight: weight * dice.between(0.95, 1.05) } };
      yield { key: `${folder}/manifest.json`, age, holds: seedText(dice, 'manifest.json', 10, 60) };
    }
  }
}

/** Telemetry of devices: one file per device and hour. */
export function* telemetry(now: number, dice: Dice): Generator<SeedObject> {
  for (let hour = 7 * 24; hour >= 1; hour--) {
    const age = hour * HOUR;
    const folder = new Date(now - age).toISOString().slice(0, 13).replaceAll(/[-T]/g, '/');
    for (let device = 1; device <= 20; device++) {
      const name = `device-${padded(device, 4)}.jsonl`;
      yield { key: `${folder}/${name}`, age: age - HOUR / 2, holds: seedText(dice, name, 10, 60) };
    }
  }
}

/** Pictures of a shop: many small objects. */
export function* pictures(_now: number, dice: Dice): Generator<SeedObject> {
  for (let product = 1; product <= 600; product++) {
    const age = dice.between(1, 400) * DAY;
    for (const view of ['back', 'front', 'thumbnail']) {
      const holds = view === 'thumbnail' ? seedBytes(dice, 800, 2000) : seedBytes(dice, 2500, 8000);
      yield { key: `products/${padded(product * 37, 6)}/${view}.jpg`, age, holds };
    }
  }
}

/** The daily exports of the shop. */
export function* exports(now: number, dice: Dice): Generator<SeedObject> {
  for (let back = 60; back >= 1; back--) {
    const age = back * DAY - 4 * HOUR;
    for (const name of ['orders.csv', 'stock.csv'])
      yield { key: `${dayOf(now - age)}/${name}`, age, holds: seedText(dice, name, 100, 900) };
  }
}

/** Films: few large objects. */
export function* films(_now: number, dice: Dice): Generator<SeedObject> {
  for (const title of [
    'Harbour at dawn',
    'Le café du coin',
    'Nordlichter',
    'Orchestra rehearsal',
    'Über den Dächern',
  ]) {
    const age = dice.between(30, 900) * DAY;
    for (let scene = 1; scene <= 24; scene++) {
      yield {
        key: `${title}/scene ${padded(scene, 2)}.mov`,
        age,
        holds: { weight: dice.between(1, 8) },
      };
    }
    yield { key: `${title}/notes.md`, age, holds: seedText(dice, 'notes.md', 20, 80) };
  }
}
