import { dateTime } from '../../lib/format.ts';
import type { Plan } from '../../store/action/plan.ts';
import { ok, type PreflightCheck, warn } from '../../store/answers/preflight.ts';
import { optionally } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { knownBackups } from '../../store/facts/backups.ts';
import { callPlan } from '../action/call.ts';

/** Restores the configuration of the service from a backup; the form offers the backups that tasks have made. */
export function restorePlan(cockpit: Known & Shown): Plan {
  const { utc } = cockpit.view.getState();
  const known = () => knownBackups(cockpit.cache.slot(resources.tasks).data?.data);
  const madeAt = (id: unknown) => {
    const found = known().find((backup) => backup.id === id);
    return found && `made ${dateTime(found.at, utc)}`;
  };
  return callPlan(cockpit, {
    operation: 'restoreBackup',
    title: 'Restore the configuration from a backup',
    target: 'restore',
    ask: ['body.backupUuid', 'body.encryptionKey', 'body.mgmtApiToken'],
    freshFields: () => ({
      'body.backupUuid': {
        label: 'id of the backup',
        hint: 'of a backup that a task has made, or another one: the output of its task has the id',
        initial: known()[0]?.id ?? '',
        choices: () => ({ all: known().map(({ id }) => ({ text: id, hint: madeAt(id) ?? '' })) }),
      },
      'body.encryptionKey': {
        label: 'encryption key',
        hint: 'the key that the backup was encrypted with; the current key is filled in if it is known',
        initial: cockpit.cache.slot(resources.backups).data?.backupEncryptionKey ?? '',
      },
      'body.mgmtApiToken': {
        label: 'API token',
        hint: 'for fetching the backup from where it is stored; storedeck serve stores its own backups and accepts any word',
      },
    }),
    effect:
      'The settings of the cluster and the records of the service return to the state of the backup; some services also restore networks, gateways and hooks. Later changes to them are lost. Stored data, pools and OSDs are not touched.',
    undo: 'none, unless the current configuration is backed up first',
    checks: ({ 'body.backupUuid': id }): readonly PreflightCheck[] => [
      ...(id === undefined ? [] : [checkId(id, madeAt(id))]),
      warn('changes made since the backup are lost: back up now before you restore'),
    ],
    needs: [optionally(resources.tasks), optionally(resources.backups)],
    refreshes: [resources.status, resources.tasks, resources.flags, resources.pools],
  });
}

const checkId = (id: string, made: string | undefined): PreflightCheck =>
  made === undefined
    ? warn(`no known task has made the backup ${id}: the service may not have it`)
    : ok(`restores the backup ${id}, ${made}`);
