import type { InputOf, Operation, OutputOf } from '../operation.ts';
import { cluster } from './cluster.ts';
import { config } from './config.ts';
import { crush } from './crush.ts';
import { disks } from './disks.ts';
import { extensions } from './extensions/index.ts';
import { haGroups } from './haGroups.ts';
import { hooks } from './hooks.ts';
import { iscsi } from './iscsi.ts';
import { logs } from './logs.ts';
import { maintenance } from './maintenance.ts';
import { networks } from './networks.ts';
import { nfs } from './nfs.ts';
import { pools } from './pools.ts';
import { rbds } from './rbds.ts';
import { s3Buckets } from './s3Buckets.ts';
import { s3Users } from './s3Users.ts';
import { setup } from './setup.ts';
import { stats } from './stats.ts';
import { storefs } from './storefs.ts';
import { tasks } from './tasks.ts';

/** The operations by section, in the order of the interface document; its extensions come last. */
export const sections = {
  logs,
  s3Users,
  s3Buckets,
  stats,
  crush,
  maintenance,
  storefs,
  hooks,
  disks,
  iscsi,
  nfs,
  haGroups,
  pools,
  config,
  cluster,
  networks,
  setup,
  rbds,
  tasks,
  extensions,
} as const;

/** Every operation of the interface by its id, extensions included. */
export const contract = {
  ...logs,
  ...s3Users,
  ...s3Buckets,
  ...stats,
  ...crush,
  ...maintenance,
  ...storefs,
  ...hooks,
  ...disks,
  ...iscsi,
  ...nfs,
  ...haGroups,
  ...pools,
  ...config,
  ...cluster,
  ...networks,
  ...setup,
  ...rbds,
  ...tasks,
  ...extensions,
} as const satisfies Record<string, Operation>;

export type Contract = typeof contract;
export type OperationId = keyof Contract;
/** The input of an operation. */
export type Input<Id extends OperationId> = InputOf<Contract[Id]>;
/** The output of an operation, after its reply was made to fit. */
export type Output<Id extends OperationId> = OutputOf<Contract[Id]>;
