import { recordTest } from '../record.ts';

recordTest(['cluster']);
