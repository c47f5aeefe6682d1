interface Order {
  readonly order: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly until?: readonly string[];
  readonly text?: string;
  readonly data?: string;
  readonly folder?: string;
}

/** A gateway's daemon on a server, as helper_gateway.py keeps it, with the orders that it was given. */
export class FakeServerDaemon {
  readonly orders: string[] = [];
  running = false;
  memory: string | null = null;
  /** False after systemd has started it again. */
  sameRun = true;
  files: Readonly<Record<string, string>> = {};
  /** Its log of the next starts and reloads; if undefined, it says that all is well. */
  log: string | undefined;
  /** True if it runs after a start. */
  starts = true;
  /** The mode of the requests that tgtd refuses, such as 2 for those about LUNs. */
  refuses: number | undefined;
  /** The failure of all orders. */
  failure: Error | undefined;
  /** All orders wait for this. */
  delay: Promise<void> = Promise.resolve();

  /** Carries out an order of `host.gateway`. */
  readonly carryOut = async (args: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const { order, files = {}, until = [], text = '', data = '' } = args as unknown as Order;
    await this.delay;
    if (this.failure) throw this.failure;
    if (order !== 'look') this.orders.push(order);
    if (order === 'look') return { running: this.running, memory: this.memory, sameRun: this.sameRun };
    if (order === 'exchange') return answerTo(Buffer.from(data, 'base64'), this.orders, this.refuses);
    if (order === 'remember') [this.memory, this.sameRun] = [text, true];
    if (order === 'stop') [this.running, this.memory] = [false, null];
    if (order !== 'start' && order !== 'reload') return null;
    if (order === 'start') this.running = this.starts;
    this.memory = null;
    this.files = { ...this.files, ...files };
    return { running: this.running, log: this.log ?? until.join('\n').replace(':FATAL :', '') };
  };
}

/** tgtd agrees to all but one kind of request; the mode and the operation of each request are added to the last order. */
function answerTo(request: Buffer, orders: string[], refuses: number | undefined): string {
  orders.push(`${orders.pop()} ${request.readUInt32LE(0)}.${request.readUInt32LE(4)}`);
  const answer = Buffer.alloc(8);
  answer.writeUInt32LE(request.readUInt32LE(0) === refuses ? 22 : 0, 0);
  answer.writeUInt32LE(8, 4);
  return answer.toString('base64');
}
