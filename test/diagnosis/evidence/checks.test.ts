import { expect, test } from 'vitest';
import { raisedChecks } from '../../../src/diagnosis/evidence/checks.ts';

test('a summary in plain text is read as the message of the check', () => {
  const detail = { checks: { X: { severity: 'HEALTH_ERR', summary: 'x is low' } } };
  expect(raisedChecks({ detail }).get('X')).toMatchObject({ message: 'x is low', isError: true });
});
