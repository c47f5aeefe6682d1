import { recordTest } from '../record.ts';

recordTest(['crush-edit', 'crush-rules', 'device-classes', 'ec-profiles'], ['crush']);
recordTest([], ['crush'], { scenario: 'rack-partition' });
