import { expect, test } from 'vitest';
import {
  refuseFailureDomain,
  refuseRuleDeletion,
  refuseRuleName,
  refuseStart,
} from '../../../src/service/rules/crush.ts';
import { refusal } from '../../support/refusal.ts';

test('a new CRUSH rule has a name that Ceph accepts and that no other rule has', () => {
  expect(refuseRuleName('fast', ['slow'])).toBeUndefined();
  expect(refuseRuleName('slow', ['slow'])).toEqual(
    refusal(409, /rule named slow already exists: choose another/),
  );
  expect(refuseRuleName('a b', [])).toEqual(refusal(400, /a rule cannot be named "a b"/));
});

test('a CRUSH rule starts from a bucket that contains OSDs of the requested device class', () => {
  const rack = { name: 'rack1', id: -3, classes: ['hdd'] };
  expect(refuseStart(rack)).toBeUndefined();
  expect(refuseStart(rack, '')).toBeUndefined();
  expect(refuseStart(rack, 'hdd')).toBeUndefined();
  expect(refuseStart(rack, 'ssd')).toEqual(refusal(400, /no OSD below rack1 has the device class "ssd"/));
  expect(refuseStart({ name: 'osd.0', id: 0, classes: ['hdd'] })).toEqual(refusal(400, /"osd.0" is an OSD/));
  expect(refuseStart({ name: 'nix', id: undefined, classes: [] })).toEqual(refusal(400, /no bucket "nix"/));
});

test('copies are spread over a type of buckets that exists in the CRUSH map', () => {
  expect(refuseFailureDomain('rack', ['osd', 'host', 'rack'])).toBeUndefined();
  expect(refuseFailureDomain('shelf', ['osd', 'host'])).toEqual(
    refusal(400, /no bucket type "shelf": choose one of osd, host$/),
  );
});

test('a CRUSH rule is deleted only if it exists and no pool uses it', () => {
  expect(refuseRuleDeletion('fast', ['fast'], [])).toBeUndefined();
  expect(refuseRuleDeletion('nix', ['fast'], [])).toEqual(refusal(404, /no CRUSH rule "nix"/));
  expect(refuseRuleDeletion('fast', ['fast'], ['a', 'b'])).toEqual(
    refusal(409, /rule fast is in use by pools \(a, b\): assign them another rule first/),
  );
  const users = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(refuseRuleDeletion('fast', ['fast'], users)?.message).toContain('(a, b, c, d, e and 2 more)');
});
