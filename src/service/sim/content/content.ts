/** A content as it is saved: the file that holds it, or what generates it again. */
export type SavedContent =
  | { readonly file: string; readonly size: number; readonly etag: string }
  | { readonly seed: number; readonly size: number; readonly kind: ContentKind };

/** The kind of generated content: lines of text of some format, or meaningless bytes. */
export type ContentKind = 'csv' | 'json' | 'log' | 'bytes';

/** The content of an object or a file. It never changes: a new version is a new content, and copies share one. */
export interface Content {
  /** Bytes. */
  readonly size: number;
  /** As in S3: the MD5 of the bytes, or for an upload in parts the MD5 of the parts' MD5s and their number. */
  readonly etag: string;
  readonly saved: SavedContent;
  /** The bytes from the beginning, in chunks; they can be read any number of times. */
  read(): Iterable<Uint8Array>;
}

/** The MD5 of the whole content, where the etag is that; undefined for one that was stored in parts. */
export const wholeMd5 = ({ etag }: Content): string | undefined => (etag.includes('-') ? undefined : etag);
