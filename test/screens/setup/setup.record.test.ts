import { recordTest } from '../record.ts';

recordTest(['setup']);
