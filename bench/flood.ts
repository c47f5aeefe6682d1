// node bench/flood.ts LINES_PER_SECOND TOKEN_FILE [OSDS [LINES]]: a service with a running log, endless or of LINES lines.
import { systemClock } from '../src/lib/clock.ts';
import { createSimEngine } from '../src/service/sim/engine.ts';
import { floodLog } from './floodLog.ts';
import { serveEngine } from './serveEngine.ts';

const [linesPerSecond, tokenFile = '', osds = '60', lines] = process.argv.slice(2);
const most = lines === undefined ? Infinity : Number(lines);
const calm = createSimEngine({ clock: systemClock(), scenario: 'calm', scale: Number(osds) });
const handlers: typeof calm.handlers = {
  ...calm.handlers,
  followLogs: (_, { signal }) => floodLog(Number(linesPerSecond), signal, most),
};
await serveEngine({ ...calm, handlers }, tokenFile);
