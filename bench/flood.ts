// node bench/flood.ts LINES_PER_SECOND TOKEN_FILE: a service whose log never stands still.
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogEvent } from '../src/api/contract/logs.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createService } from '../src/service/http.ts';
import { listen } from '../src/service/listen.ts';
import { createSimEngine } from '../src/service/sim/simEngine.ts';
import { serviceToken } from '../src/service/token.ts';

const BATCHES_PER_SECOND = 50;

async function* flood(linesPerSecond: number, signal: AbortSignal): AsyncGenerator<LogEvent> {
  const start = performance.now();
  for (let number = 0; !signal.aborted;) {
    const due = ((performance.now() - start) / 1000) * linesPerSecond;
    for (; number < due; number++) {
      const m = `osd.${number % 60} heartbeat_check: no reply from 10.2.0.${number % 200}:6804, line ${number}`;
      yield { c: String(number), t: Date.now() / 1000, m, s: `osd.${number % 60}`, h: number % 12, p: 4 };
    }
    await sleep(1000 / BATCHES_PER_SECOND);
  }
}

const [linesPerSecond, tokenFile = ''] = process.argv.slice(2);
const calm = createSimEngine({ clock: systemClock(), scenario: 'calm' });
const service = await createService({
  engine: {
    ...calm,
    handlers: { ...calm.handlers, followLogs: (_, { signal }) => flood(Number(linesPerSecond), signal) },
  },
  token: (await serviceToken(tokenFile)).token,
  log: (message) => process.stderr.write(`${message}\n`),
  version: 'bench',
});
const url = await listen(service, { kind: 'tcp', host: '127.0.0.1', port: 0 });
process.stdout.write(`service on ${url}\n`);
process.once('SIGTERM', () => process.exit());
