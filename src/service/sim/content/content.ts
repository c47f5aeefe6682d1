/** A content as it is saved: the file that holds it, or the parameters that generate it. */
export type SavedContent =
  | { readonly file: string; readonly size: number; readonly etag: string }
  | { readonly seed: number; readonly size: number; readonly kind: ContentKind };

/** The kind of generated content: lines of text in some format, or random bytes. */
export type ContentKind = 'csv' | 'json' | 'log' | 'bytes';

/** The content of an object or a file. It never changes: a new version is a new content, and copies share one. */
export interface Content {
  /** Bytes. */
  readonly size: number;
  /** As in S3: the MD5 of the content; for a multipart upload the MD5 of the parts' MD5s, with the number of parts. */
  readonly etag: string;
  readonly saved: SavedContent;
  /** The content from its beginning, in chunks; it can be read any number of times. */
  read(): Iterable<Uint8Array>;
}

/** The MD5 of the whole content; undefined for a multipart upload, whose etag is not that. */
export const wholeMd5 = ({ etag }: Content): string | undefined => (etag.includes('-') ? undefined : etag);
