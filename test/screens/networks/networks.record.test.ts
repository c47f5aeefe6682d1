import { recordTest } from '../record.ts';

recordTest(['networks', 'nics']);
