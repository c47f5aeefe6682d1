import type { Screen } from '../../screen.ts';
import { haGroups } from './haGroups.ts';
import { iscsiClients } from './iscsiClients.ts';
import { iscsiDisks } from './iscsiDisks.ts';
import { iscsiGroupHosts, iscsiGroups } from './iscsiGroups.ts';
import { iscsiGateways, iscsiServices } from './iscsiServices.ts';
import { iscsiTerminal } from './iscsiTerminal.ts';
import { networks, nics } from './networks.ts';
import { nfsScreens } from './nfs.ts';

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
