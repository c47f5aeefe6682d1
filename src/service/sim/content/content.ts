/** Where a content is found again after a restart: a file of the shelf, or what generates it. */
export type KeptContent =
  | { readonly file: string; readonly size: number; readonly etag: string }
  | { readonly seed: number; readonly size: number; readonly kind: ContentKind };

/** The recipe of what is generated: lines of text of some kind, or bytes without meaning. */
export type ContentKind = 'csv' | 'json' | 'log' | 'bytes';

/** The content of an object or a file. It never changes: a new version is a new content, and copies share one. */
export interface Content {
  /** Bytes. */
  readonly size: number;
  /** As S3 forms it: the MD5 of the bytes, or of the MD5s of the parts that they came in, and their number. */
  readonly etag: string;
  readonly kept: KeptContent;
  /** The bytes from the beginning, in pieces; they can be read as often as they are wanted. */
  read(): Iterable<Uint8Array>;
}

/** The MD5 of the whole content, where the etag is that; undefined for one that was stored in parts. */
export const wholeMd5 = ({ etag }: Content): string | undefined => (etag.includes('-') ? undefined : etag);
