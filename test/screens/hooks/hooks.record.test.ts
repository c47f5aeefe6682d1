import { recordTest } from '../record.ts';

recordTest(['hooks', 'scripts', 'script', 'script-change']);
