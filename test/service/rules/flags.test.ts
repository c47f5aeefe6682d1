import { expect, test } from 'vitest';
import { listedFlags } from '../../../src/service/rules/flags.ts';

test('the flags that are set are listed among all others, each with its effect', () => {
  const listed = listedFlags((flag) => flag === 'noout');
  expect(listed.filter(({ currentState }) => currentState).map(({ name }) => name)).toEqual(['noout']);
  expect(listed.length).toBeGreaterThan(1);
  for (const { description, recommendedState } of listed) {
    expect(description).not.toBe('');
    expect(recommendedState).toBe(false);
  }
});
