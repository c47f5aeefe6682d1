import { recordTest } from '../record.ts';

recordTest(['task-history', 'task-output'], ['tasks']);
recordTest([], ['tasks'], 'rack-partition');
