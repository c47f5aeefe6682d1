import { recordTest } from '../record.ts';

recordTest(['settings', 'options']);
