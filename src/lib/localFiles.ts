import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file of this machine that is to be sent. */
export interface LocalFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** The files of the machine that the console runs on, as far as it takes from them and puts to them. */
export interface LocalFiles {
  readonly isFile: (path: string) => boolean;
  readonly exists: (path: string) => boolean;
  /** Opened when it is read. @throws where there is no such file */
  readonly read: (path: string) => LocalFile;
  /** Writes a new file; one that is there already is never overwritten. Rejects when it cannot be written. */
  readonly save: (path: string, content: AsyncIterable<Uint8Array>) => Promise<void>;
}

const stats = (path: string) => statSync(path, { throwIfNoEntry: false });

export const localFiles: LocalFiles = {
  isFile: (path) => path !== '' && stats(path)?.isFile() === true,
  exists: (path) => path !== '' && stats(path) !== undefined,
  read: (path) => ({ name: basename(path), size: statSync(path).size, content: createReadStream(path) }),
  save: (path, content) => pipeline(Readable.from(content), createWriteStream(path, { flags: 'wx' })),
};
