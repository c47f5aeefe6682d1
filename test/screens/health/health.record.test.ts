import { recordTest } from '../record.ts';

recordTest(['why', 'affected'], ['health']);
recordTest(['why', 'affected'], ['health'], { scenario: 'rack-partition' });
