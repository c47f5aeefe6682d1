import { expect, test } from 'vitest';
import { waitForGuard } from '../steps.ts';
import { Site } from './onService.ts';

test('an S3 user gets a quota, a bucket and a grant, and the bucket is deleted by its name', async () => {
  await using site = await Site.open();
  const { deck, api } = site;
  const userOf = async () => (await api.listS3Users()).find(({ uid }) => uid === 'carol');

  await deck.command('s3');
  await deck.see(/webshop/);
  deck.press('n');
  await deck.see(/Create an S3 user/);
  await waitForGuard();
  await site.fill(/uid/, 'carol');
  deck.press('Enter');
  await deck.see(/Press y to go ahead/);
  await waitForGuard();
  deck.press('y');
  await deck.see(/Create an S3 user: done/);
  expect(await userOf()).toMatchObject({ uid: 'carol', suspended: false });

  await deck.filter('carol');
  await deck.see(/▌carol/);
  deck.press('u');
  await deck.see(/Set the quota of carol/);
  await waitForGuard();
  deck.press('Tab');
  await site.fill(/a size, such as 10G/, '10G');
  deck.press('Enter');
  await deck.see(/--max-size=10485760K[^]*Press y/);
  await waitForGuard();
  deck.press('y');
  await deck.see(/Set the quota of carol: done/);
  expect((await userOf())?.userQuota).toMatchObject({ enabled: true, maxSizeKb: 10 * 1024 * 1024 });

  await deck.command('buckets carol');
  await deck.see(/No buckets/);
  deck.press('n');
  await deck.see(/Create a bucket/);
  await waitForGuard();
  await site.fill(/name/, 'carols');
  deck.press('Enter');
  await deck.see(/Press y/);
  await waitForGuard();
  deck.press('y');
  await deck.see(/Create a bucket: task \d+ (?:was started|finished)/);
  await deck.see(/▌carols +carol/);

  deck.press('A');
  await deck.see(/carol \S*.*FullControl/);
  deck.press('n');
  await deck.see(/Grant access to bucket carols/);
  await waitForGuard();
  await site.fill(/ALL_USERS[^]*to choose from/, 'ALL');
  deck.press('Enter');
  await deck.see(/everyone, without a key gets Read[^]*Press y/);
  await waitForGuard();
  deck.press('y');
  await deck.see(/everyone, without a key +Read/);
  const { acl } = await api.getS3Bucket({ params: { bucketName: 'carols' } });
  expect(acl?.map(({ grantee, permission }) => [grantee, permission])).toEqual([
    ['SINGLE_USER', 'FullControl'],
    ['ALL_USERS', 'Read'],
  ]);

  deck.press('Esc');
  await deck.see(/▌carols/);
  deck.press('D');
  await site.confirm('carols');
  await deck.see(/Delete bucket carols: task \d+/);
  await deck.see(/No buckets/);
  expect((await api.listS3Buckets()).map(({ bucket }) => bucket)).not.toContain('carols');
});
