import type { ScreenView } from '../../store/screenView.ts';
import type { Screen } from '../screen.ts';
import { fileScreens } from './files/index.ts';
import { gatewayScreens } from './gateways/index.ts';
import { hookScreens } from './hooks/index.ts';
import { imageScreens } from './images.ts';
import { crushClassScreens } from './crushClasses.ts';
import { crushEditScreens } from './crushEdit.ts';
import { crushRuleScreens } from './crushRules.ts';
import { diskScreens } from './disks.ts';
import { destroyedScreens } from './disksDestroyed.ts';
import { s3Screens } from './s3/index.ts';
import { serverScreens } from './servers.ts';
import { riskScreens } from './placementRisks.ts';
import { poolScreens } from './pools.ts';
import { settingScreens } from './settings/settings.ts';
import { setup } from './setup.ts';
import { contextScreens } from './contexts.ts';
import { recordScreens } from './records.ts';
import { statsScreens } from './stats.ts';
import { taskScreens } from './tasksHistory.ts';
import { upkeepScreens } from './upkeep/index.ts';

/** The screens of all areas, in the order of the list of screens. */
export const screens: readonly Screen[] = [
  ...poolScreens,
  ...crushEditScreens,
  ...crushRuleScreens,
  ...crushClassScreens,
  ...serverScreens,
  ...diskScreens,
  ...destroyedScreens,
  ...taskScreens,
  ...riskScreens,
  ...imageScreens,
  ...s3Screens,
  ...fileScreens,
  ...statsScreens,
  ...contextScreens,
  ...recordScreens,
  ...gatewayScreens,
  ...upkeepScreens,
  ...settingScreens,
  ...hookScreens,
  setup,
];

const byId = new Map(screens.map((screen) => [screen.id, screen]));

/** @throws for a screen that is in no registry: a mistake in the program */
export function screenOf({ screen }: Pick<ScreenView, 'screen'>): Screen {
  const found = byId.get(screen);
  if (!found) throw new Error(`There is no screen ${screen}`);
  return found;
}
