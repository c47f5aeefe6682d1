import { Refusal } from '../engine.ts';
import type { LunHolder } from './service.ts';

/** True when the holder was given the image. */
export const holds = ({ luns }: LunHolder, pool: string, image: string): boolean =>
  luns.some((lun) => lun.pool === pool && lun.image === image);

/** Takes a disk away; the image stays. @throws Refusal 404 */
export function removeLun(holder: LunHolder, pool: string, image: string): void {
  if (!holds(holder, pool, image)) throw new Refusal(404, `${holder.name} has no disk ${pool}/${image}`);
  holder.luns = holder.luns.filter((lun) => lun.pool !== pool || lun.image !== image);
}
