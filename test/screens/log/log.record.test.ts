import { recordTest } from '../record.ts';

recordTest([], ['logs']);
