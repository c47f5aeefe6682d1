/** Block images, as far as iSCSI gateways need them. */
export interface ImageStore {
  /** Creates the image of that size in bytes; one that is there stays as it is. */
  ensure(pool: string, name: string, size: number): void;
  exists(pool: string, name: string): boolean;
  /** @throws Refusal 409 while a task works on the image */
  requireIdle(pool: string, name: string): void;
}
