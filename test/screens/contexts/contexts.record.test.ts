import { recordTest } from '../record.ts';

recordTest(['contexts']);
