import { expect, test } from 'vitest';
import { requireConsent } from '../../../src/service/values/consent.ts';

test('only the exact name or the consent sentence is accepted', () => {
  expect(() => requireConsent('images', 'images')).not.toThrow();
  expect(() => requireConsent("I'm really sure that I want to delete this", 'images')).not.toThrow();
  for (const text of ['', 'Images', 'images ', 'yes']) {
    expect(() => requireConsent(text, 'images')).toThrow(expect.objectContaining({ status: 400 }));
  }
});
