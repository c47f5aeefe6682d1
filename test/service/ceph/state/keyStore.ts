import { systemClock, type Clock } from '../../../../src/lib/clock.ts';
import { createCeph, type Ceph } from '../../../../src/service/ceph/client/ceph.ts';
import type { HelperReply, HelperRequest } from '../../../../src/service/ceph/helper/protocol.ts';

const ENOENT = -2;

/** A clock on which every wait is over at once. */
export const instantClock = (): Clock => ({
  ...systemClock(),
  after: (_, run) => systemClock().after(0, run),
});

/** The key-value store of the monitors, shared by any number of connections. */
export class KeyStore {
  readonly values = new Map<string, string>();
  /** Called before each command, to make changes as another node. */
  before: (prefix: string, key: string) => void = () => undefined;

  readonly #request = async (asked: HelperRequest): Promise<HelperReply> => {
    if (!('command' in asked)) throw new Error('only commands');
    const { prefix, key } = asked.command as { prefix: string; key: string };
    this.before(prefix, key);
    const done = (text = ''): HelperReply => ({ rc: 0, outs: '', text });
    switch (prefix) {
      case 'config-key get': {
        const value = this.values.get(key);
        return value === undefined ? { rc: ENOENT, outs: `no key ${key}` } : done(value);
      }
      case 'config-key dump':
        return done(
          JSON.stringify(Object.fromEntries([...this.values].filter(([name]) => name.startsWith(key)))),
        );
      case 'config-key set':
        this.values.set(key, Buffer.from(asked.input ?? '', 'base64').toString());
        return done();
      case 'config-key rm':
        this.values.delete(key);
        return done();
      default:
        throw new Error(`not expected: ${prefix}`);
    }
  };

  /** A connection as a management node has it. */
  connect(clock: Clock, shareMs = 0): Ceph {
    return createCeph({ request: this.#request, complaints: [] }, clock, shareMs);
  }
}
