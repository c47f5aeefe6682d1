import { expect, test } from 'vitest';
import { isIscsiName } from '../../src/lib/iscsiName.ts';

test.each([
  ['iqn.1994-05.com.redhat:host1', true],
  ['iqn.2001-04.com.example', true],
  ['eui.02004567a425678d', true],
  ['naa.52004567ba64678d', true],
  ['host one', false],
  ['iqn.1994-05.com.redhat:host one', false],
  ['iqn.1994-13.com.redhat:host1', false],
  ['IQN.1994-05.com.redhat:host1', false],
  ['eui.02004567a425678', false],
  ['', false],
  [`iqn.1994-05.com.redhat:${'a'.repeat(200)}`, true],
  [`iqn.1994-05.com.redhat:${'a'.repeat(201)}`, false],
])('that %j is an iSCSI name is %s', (name, isOne) => {
  expect(isIscsiName(name)).toBe(isOne);
});
