import type { DatabaseSync } from 'node:sqlite';

/** The files of contents that something in a database refers to, with the bytes that each has. */
export function* contentFiles(
  database: DatabaseSync,
): Generator<{ readonly file: string; readonly size: number }> {
  const rows = database.prepare(`
    SELECT DISTINCT value ->> '$.content.file' AS file, value ->> '$.content.size' AS size FROM kept
    WHERE section IN ('s3Objects', 'files') AND file IS NOT NULL`);
  for (const { file, size } of rows.iterate()) yield { file: String(file), size: Number(size) };
}
