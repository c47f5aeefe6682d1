import { randomUUID } from 'node:crypto';

/** The content of an upload while it arrives. */
export interface ShelfWriter {
  add(piece: Uint8Array): void;
  /** All has arrived: it can be read, under the name that this returns, and outlives the process where the shelf does. */
  end(): string;
  /** Forgets it, as long as it was not ended. */
  discard(): void;
}

/** Where the contents of uploads lie, by names that the shelf gives. */
export interface Shelf {
  write(): ShelfWriter;
  /** The bytes from the beginning, in pieces. */
  read(name: string): Iterable<Uint8Array>;
  remove(name: string): void;
}

/** Contents in memory, for as long as the process lives. */
export function memoryShelf(): Shelf {
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
