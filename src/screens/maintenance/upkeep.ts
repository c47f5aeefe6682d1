import type { Flag } from '../../api/contract/maintenance.ts';
import { optionally, resource } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import { type Listing, listData } from '../list/screen.ts';

/** The data of the screen: the flags, and other maintenance state. */
interface Upkeep extends Listing<Flag> {
  readonly speed: number | undefined;
  readonly upgrade: boolean | undefined;
}

/** True if a flag is not as the service recommends. */
export const differs = ({ currentState = false, recommendedState }: Flag): boolean =>
  recommendedState !== undefined && currentState !== recommendedState;
const rank = (flag: Flag) => Number(differs(flag)) * 2 + Number(flag.currentState ?? false);

/** The data of the screen `maintenance`; flags that differ from the recommendation come first. */
export const upkeep = listData('maintenance', {
  reads: () => ({
    flags: resources.flags,
    recovery: resources.recoverySpeed,
    // Upgrades are rare, so a service without them must not make the flags unavailable.
    migrations: optionally(resource('listMigrations')),
  }),
  rows: ({ flags, recovery: { speed }, migrations }): Upkeep => ({
    rows: flags.toSorted((a, b) => rank(b) - rank(a)),
    speed,
    upgrade: migrations?.mimic,
  }),
});
