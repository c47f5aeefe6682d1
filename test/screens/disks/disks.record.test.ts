import { recordTest } from '../record.ts';

recordTest(['server-disks', 'destroyed-osds'], ['disks']);
recordTest(['server-disks'], ['disks'], { scenario: 'rack-partition' });
