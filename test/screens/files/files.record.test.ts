import { recordTest } from '../record.ts';

recordTest(['files']);
