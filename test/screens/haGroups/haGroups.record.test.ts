import { recordTest } from '../record.ts';

recordTest(['ha-groups']);
