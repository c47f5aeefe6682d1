import type { ScreenView } from '../store/session/viewState.ts';
import { clusterScreens } from './cluster/screen.ts';
import { contextScreens } from './contexts/screen.ts';
import { crashList } from './crashes/list.ts';
import { crashPage } from './crashes/page.ts';
import { crushClassScreens } from './crush/classes.ts';
import { crushEditScreens } from './crush/edit.ts';
import { crushRuleScreens } from './crush/rules.ts';
import { destroyedScreens } from './disks/destroyed.ts';
import { diskScreens } from './disks/screen.ts';
import { favouriteScreens } from './favourites/screen.ts';
import { fileScreens } from './files/index.ts';
import { haGroups } from './haGroups/screen.ts';
import { affectedScreens } from './health/affectedScreen.ts';
import { whyScreens } from './health/whyScreen.ts';
import { hookList } from './hooks/hooks.ts';
import { scriptChange } from './hooks/scriptChange.ts';
import { scriptList, scriptText } from './hooks/scripts.ts';
import { imageScreens } from './images/screen.ts';
import { iscsiClients } from './iscsi/clients.ts';
import { iscsiDisks } from './iscsi/disks.ts';
import { iscsiGroupHosts, iscsiGroups } from './iscsi/groups.ts';
import { iscsiGateways, iscsiServices } from './iscsi/services.ts';
import { iscsiTerminal } from './iscsi/terminal.ts';
import { backups } from './maintenance/backups.ts';
import { flags } from './maintenance/flags.ts';
import { networks, nics } from './networks/screen.ts';
import { nfsScreens } from './nfs/screen.ts';
import { riskScreens } from './placement/risksScreen.ts';
import { poolScreens } from './pools/screen.ts';
import { recordScreens } from './records/screen.ts';
import { buckets } from './s3/buckets.ts';
import { cors } from './s3/cors.ts';
import { grants } from './s3/grants.ts';
import { objects } from './s3/objects.ts';
import { subusers } from './s3/subusers.ts';
import { users } from './s3/users.ts';
import type { Screen } from './screen.ts';
import { serverScreens } from './servers/screen.ts';
import { settingScreens } from './settings/settings.ts';
import { setup } from './setup/screen.ts';
import { statsScreens } from './stats/screen.ts';
import { taskScreens } from './tasks/history.ts';

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
  ...whyScreens,
  ...affectedScreens,
  crashList,
  crashPage,
  ...clusterScreens,
  ...riskScreens,
  ...imageScreens,
  users,
  subusers,
  buckets,
  grants,
  cors,
  objects,
  ...fileScreens,
  ...statsScreens,
  ...contextScreens,
  ...recordScreens,
  iscsiServices,
  iscsiClients,
  iscsiGroups,
  iscsiGroupHosts,
  ...iscsiDisks,
  iscsiGateways,
  iscsiTerminal,
  ...nfsScreens,
  haGroups,
  networks,
  nics,
  flags,
  backups,
  ...favouriteScreens,
  ...settingScreens,
  hookList,
  scriptList,
  scriptText,
  scriptChange,
  setup,
];

const byId = new Map(screens.map((screen) => [screen.id, screen]));

/** @throws Error for an unknown screen, which is a bug in the program */
export function screenOf({ screen }: Pick<ScreenView, 'screen'>): Screen {
  const found = byId.get(screen);
  if (!found) throw new Error(`There is no screen ${screen}`);
  return found;
}
