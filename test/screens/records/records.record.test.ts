import { recordTest } from '../record.ts';

recordTest(['requests', 'audit']);
