import { recordTest } from '../record.ts';

recordTest(['pools', 'pool']);
recordTest(['pools', 'pool'], [], { scenario: 'rack-partition' });
