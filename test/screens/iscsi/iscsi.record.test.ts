import { recordTest } from '../record.ts';

recordTest([
  'iscsi',
  'iscsi-clients',
  'iscsi-groups',
  'iscsi-gateways',
  'iscsi-client-disks',
  'iscsi-group-disks',
  'iscsi-group-hosts',
  'iscsi-terminal',
]);
