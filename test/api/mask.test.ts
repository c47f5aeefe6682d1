import { describe, expect, it } from 'vitest';
import { contract } from '../../src/api/contract/index.ts';
import { MASK, mask, maskInput } from '../../src/api/mask.ts';

describe('mask', () => {
  it('mask hides the secrets of the schema, in lists and maps too', () => {
    const { reply } = contract.getIscsiService;
    const service = { iqn: 'i', clients: [{ name: 'c', username: 'u', password: 'p', luns: [] }] };
    expect(mask(reply, service)).toEqual({
      iqn: 'i',
      clients: [{ name: 'c', username: 'u', password: MASK, luns: [] }],
    });
    expect(service.clients[0]?.password).toBe('p');
  });

  it('mask hides a secret by its field name, wherever a server puts it', () => {
    const value = {
      more: [{ secret_key: 's', 'Auth-Token': 't', PassWord: 1, keyring: { a: 1 } }],
      key: 'k',
    };
    expect(mask(undefined, value)).toEqual({
      more: [{ secret_key: MASK, 'Auth-Token': MASK, PassWord: MASK, keyring: MASK }],
      key: 'k',
    });
  });

  it('mask hides the value of a setting with the name of a secret', () => {
    const { reply } = contract.listSettings;
    const secret = {
      name: 'rgw_keystone_admin_password',
      value: { type: 'STRING', value: 'x' },
      default: null,
    };
    const open = { name: 'osd_max_backfills', value: { type: 'INT', value: 1 } };
    expect(mask(reply, [secret, open])).toEqual([{ name: secret.name, value: MASK, default: null }, open]);
  });

  it('mask hides the content of a downloaded key file and its address', () => {
    const download = { fileName: 'keys.json', url: '/downloads/1', fileContents: '{}' };
    expect(mask(contract.downloadS3UserConfig.reply, download)).toEqual({
      fileName: 'keys.json',
      url: MASK,
      fileContents: MASK,
    });
    expect(mask(contract.downloadFile.reply, download)).toEqual(download);
  });

  it('mask keeps the page token of a listing, which is no secret', () => {
    const listing = { objects: [{ key: 'a' }], continuationToken: 'next' };
    expect(mask(contract.listS3Objects.reply, listing)).toEqual(listing);
  });

  it('mask shows that a secret is empty or absent', () => {
    expect(mask(undefined, { password: '', token: null })).toEqual({ password: '', token: null });
  });

  it('mask survives endless nesting', () => {
    const deep: unknown = JSON.parse('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000));
    expect(JSON.stringify(mask(undefined, deep)).length).toBeLessThan(1000);
  });
});

describe('maskInput', () => {
  it('maskInput masks the body and keeps the path parameters', () => {
    const input = { params: { serviceId: 1, name: 'iqn' }, body: { username: 'u', password: 'p' } };
    expect(maskInput(contract.createIscsiClient, input)).toEqual({
      params: { serviceId: 1, name: 'iqn' },
      body: { username: 'u', password: MASK },
    });
  });

  it('maskInput names a file without its content', () => {
    const file = { name: 'disk.img', content: (async function* () {})() };
    expect(maskInput(contract.uploadFile, { query: { path: '/a' }, form: { file } })).toEqual({
      query: { path: '/a' },
      form: { file: { name: 'disk.img' } },
    });
  });
});
