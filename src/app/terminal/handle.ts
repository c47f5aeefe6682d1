/** Node's internal handle of a terminal stream. */
interface Handle {
  setBlocking?(blocking: boolean): void;
  readStop?(): void;
  readStart?(): void;
}

export const handleOf = (stream: NodeJS.ReadStream | NodeJS.WriteStream): Handle | undefined =>
  (stream as unknown as { readonly _handle?: Handle | null })._handle ?? undefined;
