import { systemClock } from '../src/lib/clock.ts';
import type { Engine } from '../src/service/engine.ts';
import { listen } from '../src/service/http/listen.ts';
import { createService } from '../src/service/http/service.ts';
import { serviceToken } from '../src/service/http/token.ts';

/** Serves an engine on a free local port until the process is ended, and prints the URL on standard output. */
export async function serveEngine(engine: Engine, tokenFile: string): Promise<void> {
  const service = await createService({
    engine,
    token: (await serviceToken(tokenFile)).token,
    log: (message) => process.stderr.write(`${message}\n`),
    version: 'bench',
    clock: systemClock(),
  });
  const url = await listen(service, { kind: 'tcp', host: '127.0.0.1', port: 0 });
  process.stdout.write(`service on ${url}\n`);
  process.once('SIGTERM', () => process.exit());
}
