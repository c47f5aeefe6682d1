import { recordTest } from '../record.ts';

recordTest(['why', 'affected'], ['health']);
recordTest(['why', 'affected'], ['health'], 'rack-partition');
