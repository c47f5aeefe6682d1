import { recordTest } from '../record.ts';

recordTest(['why', 'hurt'], ['health']);
recordTest(['why', 'hurt'], ['health'], 'rack-partition');
