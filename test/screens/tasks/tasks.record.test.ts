import { recordTest } from '../record.ts';

recordTest(['task-history', 'task-output'], ['tasks']);
recordTest([], ['tasks'], { scenario: 'rack-partition' });
