import { expect, test } from 'vitest';
import { configHandlers } from '../../../../src/service/ceph/config/handlers.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { caller } from '../handlers/support.ts';
import { recordedCeph } from '../recordedCeph.ts';

const option = (name: string) => ({
  name,
  type: 'uint',
  level: 'advanced',
  desc: '',
  long_desc: '',
  default: 1,
  see_also: [],
  can_update_at_runtime: true,
});

function cluster() {
  const { ceph, asked } = recordedCeph(fakeClock(), {
    options: { json: [option('osd_max_scrubs'), option('debug_osd')] },
    'config dump': {
      json: [
        { section: 'osd', name: 'osd_max_scrubs', value: '2', mask: '' },
        { section: 'osd.3', name: 'osd_max_scrubs', value: '3', mask: '' },
        { section: 'osd', name: 'of_an_older_release', value: 'on', mask: '' },
      ],
    },
    'config help': async (request) =>
      JSON.stringify(request).includes('osd_max_scrubs')
        ? { rc: 0, outs: '', text: JSON.stringify(option('osd_max_scrubs')) }
        : { rc: -2, outs: 'no such option' },
    'config generate-minimal-conf': { rc: 0, outs: '', text: '[global]\n\tfsid = f\n' },
    'auth get': { rc: 0, outs: '', text: '[client.x]\n\tkey = k\n' },
  });
  return { asked, call: caller(configHandlers(ceph, 'client.x')) };
}

test('settings are listed with those that are set, and among all that can be set', async () => {
  const { call } = cluster();
  expect(await call('listSettings', {})).toMatchObject([
    { name: 'osd:osd_max_scrubs', value: { value: 2 } },
    { name: 'osd.3:osd_max_scrubs', value: { value: 3 } },
    { name: 'osd:of_an_older_release', value: { value: 'on' } },
  ]);
  const all = await call('getAvailableSettings', {});
  expect(Object.keys(all)).toEqual(['osd_max_scrubs', 'debug_osd']);
});

test('for the settings that are set only their options are read, each once', async () => {
  const { call, asked } = cluster();
  await call('listSettings', {});
  const keys = asked.flatMap((request) => ('command' in request ? (request.command['key'] ?? []) : []));
  expect(keys).toEqual(['osd_max_scrubs', 'of_an_older_release']);
  expect(JSON.stringify(asked)).not.toContain('summary');
});

test('a configuration for clients is the minimal one, and the full one has every setting and the key of the service', async () => {
  const { call, asked } = cluster();
  expect(await call('downloadClientConfig', {})).toEqual({
    fileName: 'ceph.conf',
    fileContents: '[global]\n\tfsid = f\n',
  });
  const { fileName, fileContents } = await call('downloadFullConfig', {});
  expect(fileName).toBe('ceph-full.conf');
  expect(fileContents).toMatch(
    /^\[global\]\n\tfsid = f\n\n\[osd\][^]*osd_max_scrubs = 2[^]*\n\[client\.x\]\n\tkey = k\n$/,
  );
  expect(asked).toContainEqual(
    expect.objectContaining({ command: expect.objectContaining({ prefix: 'auth get', entity: 'client.x' }) }),
  );
});
