import { recordTest } from '../record.ts';

recordTest(['crashes', 'crash']);
