// node bench/flood.ts LINES_PER_SECOND TOKEN_FILE [OSDS [LINES]]: a service whose log runs, for ever or up to a line.
import { systemClock } from '../src/lib/clock.ts';
import { createService } from '../src/service/http.ts';
import { listen } from '../src/service/listen.ts';
import { createSimEngine } from '../src/service/sim/simEngine.ts';
import { serviceToken } from '../src/service/token.ts';
import { floodLog } from './floodLog.ts';

const [linesPerSecond, tokenFile = '', osds = '60', lines] = process.argv.slice(2);
const most = lines === undefined ? Infinity : Number(lines);
const calm = createSimEngine({ clock: systemClock(), scenario: 'calm', scale: Number(osds) });
const service = await createService({
  engine: {
    ...calm,
    handlers: {
      ...calm.handlers,
      followLogs: (_, { signal }) => floodLog(Number(linesPerSecond), signal, most),
    },
  },
  token: (await serviceToken(tokenFile)).token,
  log: (message) => process.stderr.write(`${message}\n`),
  version: 'bench',
});
const url = await listen(service, { kind: 'tcp', host: '127.0.0.1', port: 0 });
process.stdout.write(`service on ${url}\n`);
process.once('SIGTERM', () => process.exit());
