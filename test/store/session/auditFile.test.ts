import { expect, test } from 'vitest';
import { readAudit } from '../../../src/store/session/auditFile.ts';

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

test('entries of the audit file are read newest first, across chunks', async () => {
  const entries = await readAudit(
    chunks(
      '{"time":"2026-11-20T00:00:00Z","id":"setFlag","outc',
      'ome":"ok","status":200}\n{"id":"unsetFlag"}\n',
    ),
  );
  expect(entries).toMatchObject([
    { line: 2, id: 'unsetFlag', outcome: '' },
    { line: 1, id: 'setFlag', outcome: 'ok', status: 200 },
  ]);
});

test('invalid lines of the audit file are left out', async () => {
  expect(await readAudit(chunks('not json\n[1]\n\n{"id":"x"}\n{"id":"half'))).toMatchObject([
    { line: 4, id: 'x' },
  ]);
});
