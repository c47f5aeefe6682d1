// node bench/causes/record.ts URL TOKEN_FILE [SECONDS]: reads a cluster through its service every two seconds, or at that
// interval, and prints the data that the diagnosis uses, one line per reading, until it is stopped. The recordings in test/diagnosis/recordings were made of
// such lines.
import { readFileSync } from 'node:fs';
import { createApi } from '../../src/api/client.ts';
import { httpTransport } from '../../src/api/http.ts';
import { readSnapshot } from '../../src/diagnosis/read.ts';
import { sleep, systemClock } from '../../src/lib/clock.ts';
import { reduced } from './recording.ts';

const [url = '', tokenFile = '', seconds = '2'] = process.argv.slice(2);
const clock = systemClock();
const api = createApi({
  transport: httpTransport({ baseUrl: url, token: async () => readFileSync(tokenFile, 'utf8').trim() }),
  readOnly: () => true,
  onWrite: () => undefined,
  clock,
});
for (;;) {
  try {
    process.stdout.write(`${JSON.stringify(reduced(await readSnapshot(api, clock.now())))}\n`);
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
  }
  await sleep(clock, Number(seconds) * 1000);
}
