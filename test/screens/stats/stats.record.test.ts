import { recordTest } from '../record.ts';

recordTest(['stats', 'monitored-directories']);
