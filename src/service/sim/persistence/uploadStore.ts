import { randomUUID } from 'node:crypto';

/** Writes the content of an upload as it arrives. */
export interface UploadWriter {
  add(piece: Uint8Array): void;
  /** Completes the content. @returns the name under which it can be read */
  end(): string;
  /** Discards the content, unless it is complete. */
  discard(): void;
}

/** Stores the contents of uploads, under names that the store chooses. */
export interface UploadStore {
  write(): UploadWriter;
  /** The content from its beginning, in pieces. */
  read(name: string): Iterable<Uint8Array>;
  remove(name: string): void;
}

/** An upload store in memory, which is lost when the process ends. */
export function memoryUploadStore(): UploadStore {
  const contents = new Map<string, readonly Uint8Array[]>();
  return {
    write() {
      const pieces: Uint8Array[] = [];
      return {
        add: (piece) => void pieces.push(piece),
        end() {
          const name = randomUUID();
          contents.set(name, pieces);
          return name;
        },
        discard: () => undefined,
      };
    },
    read: (name) => contents.get(name) ?? [],
    remove: (name) => void contents.delete(name),
  };
}
