import { haGroups } from './haGroups/screen.ts';
import { iscsiClients } from './iscsi/clients.ts';
import { iscsiDisks } from './iscsi/disks.ts';
import { iscsiGroupHosts, iscsiGroups } from './iscsi/groups.ts';
import { iscsiGateways, iscsiServices } from './iscsi/services.ts';
import { iscsiTerminal } from './iscsi/terminal.ts';
import { networks, nics } from './networks/screen.ts';
import { nfsScreens } from './nfs/screen.ts';
import type { Screen } from './screen.ts';

export const gatewayScreens: readonly Screen[] = [
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
];
