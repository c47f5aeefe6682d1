import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GRANT_PERMISSIONS, GRANTEES } from '../../../../src/api/contract/s3Buckets.ts';
import { readCors } from '../../../../src/service/ceph/s3/bucketHandlers.ts';
import { readPolicy, writePolicy } from '../../../../src/service/ceph/s3/grants.ts';

/** An answer of a Ceph 16 gateway to `GET /bucket?acl`. */
const RECORDED =
  '<?xml version="1.0" encoding="UTF-8"?><AccessControlPolicy xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
  '<Owner><ID>alice</ID><DisplayName>Alice Ä</DisplayName></Owner><AccessControlList>' +
  '<Grant><Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="Group"><URI>http://acs.amazonaws.com/groups/global/AllUsers</URI></Grantee><Permission>READ</Permission></Grant>' +
  '<Grant><Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="CanonicalUser"><ID>alice</ID><DisplayName>Alice Ä</DisplayName></Grantee><Permission>FULL_CONTROL</Permission></Grant>' +
  '</AccessControlList></AccessControlPolicy>';

test('grants are read in the terms of the interface', () => {
  expect(readPolicy(RECORDED)).toEqual({
    owner: 'alice',
    grants: [
      { grantee: 'ALL_USERS', permission: 'Read' },
      { grantee: 'SINGLE_USER', userId: 'alice', displayName: 'Alice Ä', permission: 'FullControl' },
    ],
  });
});

test.each([
  ['<URI>http://acs.amazonaws.com/groups/global/AllUsers</URI>', { grantee: 'ALL_USERS' }],
  [
    '<URI>http://acs.amazonaws.com/groups/global/AuthenticatedUsers</URI>',
    { grantee: 'AUTHENTICATED_USERS' },
  ],
  ['<URI>http://acs.amazonaws.com/groups/s3/LogDelivery</URI>', { grantee: 'LOG_DELIVERY' }],
  ['<EmailAddress>bob@x</EmailAddress>', { grantee: 'SINGLE_USER', userId: 'bob@x' }],
  ['<DisplayName>Bob</DisplayName>', { grantee: 'SINGLE_USER', userId: '', displayName: 'Bob' }],
])('the grantee %s is read as %o', (grantee, read) => {
  const grant = `<Grant><Grantee>${grantee}</Grantee><Permission>WRITE_ACP</Permission></Grant>`;
  const policy = `<AccessControlPolicy><AccessControlList>${grant}</AccessControlList></AccessControlPolicy>`;
  expect(readPolicy(policy)).toEqual({ owner: '', grants: [{ ...read, permission: 'WriteAcp' }] });
});

test('a written grant names its kind of grantee for the gateway', () => {
  const written = writePolicy('alice', [
    { grantee: 'SINGLE_USER', userId: 'bob', permission: 'Read' },
    { grantee: 'LOG_DELIVERY', permission: 'Write' },
  ]);
  expect(written).toMatch(/^<AccessControlPolicy xmlns="http:\/\/s3.amazonaws.com\/doc\/2006-03-01\/">/);
  expect(written).toMatch(/XMLSchema-instance" xsi:type="CanonicalUser"><ID>bob<.*>READ</);
  expect(written).toMatch(/xsi:type="Group"><URI>http:\/\/acs.*LogDelivery<.*>WRITE</);
});

test('a grant that the interface cannot express is kept unchanged', () => {
  const odd = RECORDED.replace('/global/AllUsers', '/odd').replace('>READ<', '>DANCE<');
  expect(readPolicy(odd).grants[0]).toEqual({
    grantee: 'http://acs.amazonaws.com/groups/odd',
    permission: 'DANCE',
  });
});

test('written grants are read back', () => {
  const uid = fc.string({ unit: 'grapheme-ascii', minLength: 1 });
  const grant = fc
    .record({
      grantee: fc.constantFrom(...GRANTEES),
      userId: uid,
      permission: fc.constantFrom(...GRANT_PERMISSIONS),
    })
    .map(({ userId, ...rest }) => (rest.grantee === 'SINGLE_USER' ? { ...rest, userId } : rest));
  fc.assert(
    fc.property(uid, fc.array(grant), (owner, grants) => {
      expect(readPolicy(writePolicy(owner, grants))).toEqual({ owner, grants });
    }),
  );
});

test('CORS rules are read', () => {
  const recorded =
    '<CORSConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><CORSRule><ID>r1</ID><AllowedMethod>GET</AllowedMethod><AllowedMethod>PUT</AllowedMethod><AllowedOrigin>*</AllowedOrigin><AllowedHeader>*</AllowedHeader><MaxAgeSeconds>300</MaxAgeSeconds><ExposeHeader>ETag</ExposeHeader></CORSRule><CORSRule><AllowedMethod>HEAD</AllowedMethod><AllowedOrigin>x</AllowedOrigin></CORSRule></CORSConfiguration>';
  expect(readCors(recorded)).toEqual([
    {
      id: 'r1',
      allowedMethods: ['GET', 'PUT'],
      allowedOrigins: ['*'],
      allowedHeaders: ['*'],
      exposedHeaders: ['ETag'],
      maxAgeSeconds: 300,
    },
    { allowedMethods: ['HEAD'], allowedOrigins: ['x'], allowedHeaders: [], exposedHeaders: [] },
  ]);
});
