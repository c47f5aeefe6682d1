import type { Plan } from '../../store/action/plan.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { callPlan } from '../action/call.ts';

/** Restores the configuration of the service from a backup. */
export const restorePlan = (cockpit: Known & Shown): Plan =>
  callPlan(cockpit, {
    operation: 'restoreBackup',
    title: 'Restore the configuration from a backup',
    target: 'restore',
    ask: ['body.backupUuid', 'body.encryptionKey', 'body.mgmtApiToken'],
    fields: {
      'body.backupUuid': { label: 'id of the backup' },
      'body.encryptionKey': { label: 'encryption key' },
      'body.mgmtApiToken': { label: 'token of the backup service' },
    },
    effect:
      'The configuration of the service returns to the state of the backup: later settings, networks, gateways and hooks are lost. Data in the cluster is not touched.',
    undo: 'none, unless the present configuration is backed up first',
    checks: () => [
      { level: 'warn', text: 'changes made since the backup are lost: back up now before you restore' },
    ],
    refreshes: [resources.status, resources.tasks, resources.flags, resources.pools],
  });
