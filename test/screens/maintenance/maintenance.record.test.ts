import { recordTest } from '../record.ts';

recordTest(['maintenance', 'backups']);
