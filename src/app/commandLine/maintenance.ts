import { FLAGS } from '../../api/contract/maintenance.ts';
import {
  flagPlan,
  isFlagName,
  openMaintenance,
  osdIdIn,
  recoverySpeedPlan,
  scrubPlan,
} from '../../screens/maintenance/actions.ts';
import { cancelPlan } from '../../screens/tasks/actions.ts';
import type { Command } from './command.ts';

function flagCommand(set: boolean): Command {
  return {
    names: [set ? 'set' : 'unset'],
    usage: 'FLAG',
    help: `${set ? 'Set' : 'Unset'} a cluster flag`,
    complete: () => FLAGS,
    run: (cockpit, flag) => {
      if (!isFlagName(flag))
        return `${flag === '' ? 'Name a flag' : `There is no flag ${flag}`}: ${FLAGS.join(' ')}`;
      return cockpit.propose(flagPlan(cockpit, flag, set));
    },
  };
}

function scrubCommand(deep: boolean): Command {
  return {
    names: [deep ? 'deep-scrub' : 'scrub'],
    usage: 'OSD',
    help: `${deep ? 'Deep-scrub' : 'Scrub'} an OSD`,
    complete: (cockpit) =>
      cockpit.facts
        .osds()
        .filter((row) => row.osdId !== undefined)
        .map((row) => `osd.${row.osdId}`),
    run: (cockpit, argument) => {
      const id = osdIdIn(cockpit, argument);
      if (id === undefined)
        return `${argument === '' ? 'Name an OSD' : `There is no OSD ${argument}`}, such as osd.3`;
      return cockpit.propose(scrubPlan(cockpit, id, deep));
    },
  };
}

/** The commands that set flags and the recovery speed, scrub and cancel. */
export const maintenanceCommands: readonly Command[] = [
  {
    names: ['flags'],
    usage: '',
    help: 'The cluster flags and the recovery speed',
    run: (cockpit) => openMaintenance(cockpit),
  },
  flagCommand(true),
  flagCommand(false),
  {
    names: ['speed'],
    usage: '[0-10]',
    help: 'Set the recovery speed; 0 restores the default',
    run: (cockpit, argument) => {
      const speed = Number(argument);
      if (argument !== '' && (!Number.isInteger(speed) || speed < 0 || speed > 10))
        return 'The recovery speed is a whole number from 0 to 10.';
      return cockpit.propose(recoverySpeedPlan(cockpit, argument === '' ? undefined : speed));
    },
  },
  scrubCommand(false),
  scrubCommand(true),
  {
    names: ['cancel'],
    usage: 'TASK',
    help: 'Cancel a running task',
    complete: (cockpit) =>
      cockpit.facts
        .tasks()
        .flatMap(({ running, taskId }) => (running && taskId !== undefined ? [String(taskId)] : [])),
    run: (cockpit, argument) => {
      const task = cockpit.facts
        .tasks()
        .find(({ running, taskId }) => running && taskId !== undefined && String(taskId) === argument);
      if (!task) return `${argument === '' ? 'Name a task' : `No task ${argument} is running`}; see :tasks`;
      return cockpit.propose(cancelPlan(cockpit, task));
    },
  },
];
