import { PART_RESOLUTIONS, SampleSeries } from '../../history/series.ts';
import { parsePath } from '../../values/path.ts';
import { find } from '../files/read.ts';
import type { Directory } from '../files/tree.ts';
import type { Model } from '../model/model.ts';
import type { Bucket, User } from '../s3/model.ts';
import { bucketsOf } from '../s3/users.ts';
import type { Storage } from '../storage.ts';

/** Seconds between two values. */
const INTERVAL = 10;
/**
 * Maximum number of buckets, and of users, that are recorded regularly, because each takes memory. Others are
 * recorded only when they are queried.
 */
const MAX_RECORDED = 500;

/** The subjects of usage graphs. */
export type UsageSubject = Bucket | User | Directory;

/** The amount of data that a subject holds. */
export interface StoredAmount {
  readonly bytes: number;
  /** Number of S3 objects or files. */
  readonly count: number;
}

interface UsageRecord {
  readonly bytes: SampleSeries;
  readonly count: SampleSeries;
}

/** Records of the usage of buckets, users and monitored directories, each from its first query or creation on. */
export class UsageRecords {
  readonly #model: Model;
  readonly #storage: Pick<Storage, 'loaded'>;
  readonly #monitored: () => Iterable<string>;
  readonly #records = new WeakMap<UsageSubject, UsageRecord>();

  /** @param monitored the paths of the monitored directories */
  constructor(model: Model, storage: Pick<Storage, 'loaded'>, monitored: () => Iterable<string>) {
    this.#model = model;
    this.#storage = storage;
    this.#monitored = monitored;
    const sample = () => {
      this.#sample();
      model.agenda.after(INTERVAL, sample);
    };
    model.agenda.after(INTERVAL, sample);
  }

  /** Adds the present usage of a subject to its record. @returns the record */
  add(subject: UsageSubject, amount: StoredAmount): UsageRecord {
    let record = this.#records.get(subject);
    if (record === undefined) {
      record = { bytes: new SampleSeries(PART_RESOLUTIONS), count: new SampleSeries(PART_RESOLUTIONS) };
      this.#records.set(subject, record);
    }
    const at = Math.floor(this.#model.timeOf(this.#model.tick) / 1000);
    record.bytes.add(at, amount.bytes);
    record.count.add(at, amount.count);
    return record;
  }

  #sample(): void {
    const { objectStore, fileTree } = this.#storage.loaded();
    if (objectStore !== undefined) {
      for (const bucket of objectStore.buckets.values().take(MAX_RECORDED))
        this.add(bucket, amountIn([bucket]));
      for (const user of objectStore.users.values().take(MAX_RECORDED))
        this.add(user, amountIn(bucketsOf(objectStore, user.uid)));
    }
    if (fileTree === undefined) return;
    for (const path of this.#monitored()) {
      const directory = find(fileTree, parsePath(path), 'follow');
      if (directory?.type === 'DIR') this.add(directory, amountBelow(directory));
    }
  }
}

/** The total usage of some buckets. */
export const amountIn = (buckets: readonly Bucket[]): StoredAmount => ({
  bytes: buckets.reduce((sum, { bytes }) => sum + bytes, 0),
  count: buckets.reduce((sum, { objects }) => sum + objects.size, 0),
});

/** The usage of a directory, with everything below it. */
export const amountBelow = ({ sums }: Directory): StoredAmount => ({ bytes: sums.bytes, count: sums.files });
