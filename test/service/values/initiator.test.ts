import { expect, test } from 'vitest';
import { requireCredentials, requireInitiator } from '../../../src/service/values/initiator.ts';

const refused = expect.objectContaining({ status: 400 });

test.each([
  'iqn.1994-05.com.redhat:host1',
  'iqn.2019-12.com',
  'eui.02004567a425678d',
  'naa.52004567ba64678d',
  `naa.${'0'.repeat(32)}`,
])('%s is a valid initiator name', (name) => expect(() => requireInitiator(name)).not.toThrow());

test.each([
  '',
  'iqn.1994-13.com',
  'iqn.94-05.com',
  'IQN.1994-05.com',
  'iqn.1994-05.com:',
  'eui.123',
  'naa.123',
  'x iqn.1994-05.com',
])('%j is not a valid initiator name', (name) => expect(() => requireInitiator(name)).toThrow(refused));

test.each([
  ['x'.repeat(8), 'y'.repeat(12)],
  ['x'.repeat(64), 'y'.repeat(16)],
  ['', ''],
])('the credentials %j and %j are accepted', (username, password) =>
  expect(() => requireCredentials({ username, password })).not.toThrow(),
);

test.each([
  ['x'.repeat(7), 'y'.repeat(12)],
  ['x'.repeat(65), 'y'.repeat(12)],
  ['x'.repeat(8), 'y'.repeat(11)],
  ['x'.repeat(8), 'y'.repeat(17)],
  ['x'.repeat(8), ''],
  ['', 'y'.repeat(12)],
  ['same-as-that', 'same-as-that'],
])('the credentials %j and %j are refused', (username, password) =>
  expect(() => requireCredentials({ username, password })).toThrow(refused),
);
