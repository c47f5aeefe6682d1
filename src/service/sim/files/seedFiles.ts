import { DAY, dayOf, HOUR, padded, seedBytes, seedText, type Seed } from '../content/seeding.ts';
import type { Dice } from '../model/random.ts';

/** A file or symbolic link of a new cluster. */
export interface SeedFile {
  readonly path: string;
  /** Milliseconds since it was written. */
  readonly age: number;
  /** Id of both its user and its group. */
  readonly owner: number;
  readonly holds: Seed | { readonly linkTo: string };
}

/** A directory of a new cluster that has its own owner, mode or quota. */
export interface SeedDirectory {
  readonly path: string;
  readonly owner: number;
  /** Permission bits. */
  readonly mode: number;
  readonly maxBytes?: number;
  readonly maxFiles?: number;
}

const GIB = 1024 ** 3;
const [BACKUP, GENOME, RENDER] = [850, 2001, 2002];
const PEOPLE = { anna: 1001, ben: 1002, chen: 1003, josé: 1004 };

/** The directories of a new cluster that have their own owner, mode or quota. */
export const SEED_DIRECTORIES: readonly SeedDirectory[] = [
  ...Object.entries(PEOPLE).map(([name, owner]) => ({
    path: `/home/${name}`,
    owner,
    mode: 0o700,
    maxBytes: 50 * GIB,
    maxFiles: 100_000,
  })),
  { path: '/projects/genome-atlas', owner: GENOME, mode: 0o2775 },
  { path: '/projects/render-farm', owner: RENDER, mode: 0o2775 },
  { path: '/backups', owner: BACKUP, mode: 0o750 },
  { path: '/scratch', owner: 0, mode: 0o1777 },
];

/** The files of a new cluster. `now` is in milliseconds since the epoch. */
export function* seedFiles(now: number, dice: Dice): Generator<SeedFile> {
  yield* homes(dice);
  yield* genomes(dice);
  yield* frames(dice);
  yield* backups(now, dice);
  yield* images(dice);
  yield* runs(dice);
}

function* homes(dice: Dice): Generator<SeedFile> {
  for (const [name, owner] of Object.entries(PEOPLE)) {
    for (const file of [
      'notes.md',
      'todo.txt',
      'measurements.csv',
      'thesis/chapter 1.txt',
      'thesis/figures.json',
    ]) {
      const path = `/home/${name}/${file}`;
      yield { path, age: dice.between(1, 200) * DAY, owner, holds: seedText(dice, file, 5, 400) };
    }
    for (let photo = 1; photo <= 40; photo++) {
      const path = `/home/${name}/photos/${padded(photo, 4)}.jpg`;
      yield { path, age: dice.between(10, 900) * DAY, owner, holds: seedBytes(dice, 1e6, 4e6) };
    }
  }
}

function* genomes(dice: Dice): Generator<SeedFile> {
  for (let sample = 1; sample <= 200; sample++) {
    const name = `sample-${padded(sample, 4)}`;
    const age = dice.between(5, 500) * DAY;
    const weight = dice.between(1, 4);
    const shared = { age, owner: GENOME };
    const folder = '/projects/genome-atlas';
    yield { ...shared, path: `${folder}/raw/${name}/reads_1.fastq.gz`, holds: { weight } };
    yield { ...shared, path: `${folder}/raw/${name}/reads_2.fastq.gz`, holds: { weight } };
    yield { ...shared, path: `${folder}/aligned/${name}.bam`, holds: { weight: weight * 1.4 } };
    yield { ...shared, path: `${folder}/results/${name}.csv`, holds: seedText(dice, 'result.csv', 50, 900) };
  }
}

function* frames(dice: Dice): Generator<SeedFile> {
  for (const shot of ['s010_harbour', 's020_rooftops', 's030_rain']) {
    const age = dice.between(1, 60) * DAY;
    for (let frame = 1001; frame <= 1240; frame++) {
      const path = `/projects/render-farm/${shot}/beauty.${frame}.exr`;
      yield { path, age, owner: RENDER, holds: { weight: dice.between(0.02, 0.03) } };
    }
  }
}

function* backups(now: number, dice: Dice): Generator<SeedFile> {
  for (let back = 1; back <= 21; back++) {
    const age = back * DAY - 3 * HOUR;
    const folder = `/backups/${dayOf(now - age)}`;
    yield { path: `${folder}/homes.tar.zst`, age, owner: BACKUP, holds: { weight: dice.between(4, 5) } };
    yield { path: `${folder}/backup.log`, age, owner: BACKUP, holds: seedText(dice, 'backup.log', 100, 300) };
  }
  const newest = dayOf(now - DAY + 3 * HOUR);
  yield { path: '/backups/latest', age: DAY - 3 * HOUR, owner: BACKUP, holds: { linkTo: newest } };
}

function* images(dice: Dice): Generator<SeedFile> {
  for (const name of [
    'debian-12.7.0-amd64-netinst.iso',
    'rocky-9.4-x86_64-minimal.iso',
    'virtio-win-0.1.262.iso',
  ]) {
    yield {
      path: `/shared/iso/${name}`,
      age: dice.between(20, 300) * DAY,
      owner: 0,
      holds: seedBytes(dice, 5e8, 2e9),
    };
  }
  yield { path: '/shared/projects', age: 300 * DAY, owner: 0, holds: { linkTo: '/projects' } };
}

function* runs(dice: Dice): Generator<SeedFile> {
  for (let run = 408; run <= 412; run++) {
    const age = (413 - run) * 6 * HOUR;
    const folder = `/scratch/run-${padded(run, 4)}`;
    for (let rank = 0; rank < 64; rank++) {
      const path = `${folder}/rank-${padded(rank, 3)}.log`;
      yield { path, age, owner: GENOME, holds: seedText(dice, 'rank.log', 20, 200) };
    }
    yield { path: `${folder}/checkpoint.h5`, age, owner: GENOME, holds: { weight: dice.between(1, 2) } };
  }
  yield { path: '/scratch/latest', age: 6 * HOUR, owner: GENOME, holds: { linkTo: 'run-0412' } };
  yield { path: '/scratch/previous', age: 6 * HOUR, owner: GENOME, holds: { linkTo: 'run-0407' } };
}
