import { randomBytes } from 'node:crypto';
import type { FileDownload } from '../api/contract/shapes.ts';
import type { Clock } from '../lib/clock.ts';
import { PREFIX } from './http/limits.ts';

/** The message for a download URL that has expired or never existed. */
export const EXPIRED = 'this download has expired, or its file has changed: request it again';

/** A file to be downloaded. */
export interface Download {
  /** The file's name in the cluster: any text. */
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  readonly content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Finds the file behind the `url` of a download. */
export interface DownloadSource {
  /** Undefined when the token is unknown or expired, or when the file is gone or has changed. */
  open(token: string): Promise<Download | undefined>;
}

/** Looks up the file of an offer when it is fetched: undefined when it is gone or has changed. */
type FindFile = () => Download | undefined | Promise<Download | undefined>;

/** Time for which a download URL is valid, in milliseconds. */
const LIFETIME_MS = 10 * 60 * 1000;
/** Maximum number of valid download URLs; a new one replaces the oldest. */
const MAX_OFFERS = 1000;
/** Random bytes in a token: 256 bits, which cannot be guessed. */
const TOKEN_BYTES = 32;

/** The downloads that an engine offers. Each can be fetched more than once until it expires. */
export class Downloads implements DownloadSource {
  readonly #clock: Clock;
  /** Oldest first, so the first to expire comes first. */
  readonly #offers = new Map<string, { readonly until: number; readonly find: FindFile }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Makes a file available for ten minutes, under a token that cannot be guessed.
   * @param find looks the file up when it is fetched, so that an offer keeps nothing in memory
   */
  offer(fileName: string, find: FindFile): Required<Pick<FileDownload, 'fileName' | 'url'>> {
    this.#forget();
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    this.#offers.set(token, { until: this.#clock.elapsed() + LIFETIME_MS, find });
    return { fileName, url: `${PREFIX}/downloads/${token}` };
  }

  async open(token: string): Promise<Download | undefined> {
    const offer = this.#offers.get(token);
    return offer !== undefined && this.#clock.elapsed() < offer.until ? offer.find() : undefined;
  }

  #forget(): void {
    for (const [token, { until }] of this.#offers) {
      if (this.#offers.size < MAX_OFFERS && this.#clock.elapsed() < until) break;
      this.#offers.delete(token);
    }
  }
}
