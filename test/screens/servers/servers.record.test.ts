import { recordTest } from '../record.ts';

recordTest(['servers']);
