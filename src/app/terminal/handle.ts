/** Node's internal handle of a terminal stream. */
interface StreamHandle {
  setBlocking?(blocking: boolean): void;
  readStop?(): void;
  readStart?(): void;
}

export const handleOf = (stream: NodeJS.ReadStream | NodeJS.WriteStream): StreamHandle | undefined =>
  (stream as unknown as { readonly _handle?: StreamHandle | null })._handle ?? undefined;
