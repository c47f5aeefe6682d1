import { recordTest } from '../record.ts';

recordTest(['nfs', 'nfs-servers', 'nfs-exports']);
