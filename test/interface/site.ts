import { expect, vi } from 'vitest';
import { createApi, type Api } from '../../src/api/client.ts';
import type { OperationId } from '../../src/api/contract/index.ts';
import type { FileDownload } from '../../src/api/contract/shapes.ts';
import { httpTransport } from '../../src/api/http.ts';
import { rejectionMessage } from '../../src/api/message.ts';
import type { RawInput, Transport } from '../../src/api/transport.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Engine } from '../../src/service/engine.ts';
import { createService } from '../../src/service/http/service.ts';
import type { OtherClients } from './clients.ts';
import { Coverage } from './coverage.ts';

const TOKEN = 'a-token-for-the-interface-suite';

/** Differences between clusters that the suite must know. */
export interface ClusterTraits {
  /** A replicated pool for block images. */
  readonly imagePool: string;
  /** The maximum time for any operation of the cluster, in milliseconds. */
  readonly timeoutMs: number;
  /** Operations that this engine can never do. */
  readonly impossible: ReadonlySet<OperationId>;
  /** The reason why an operation is limited on this engine, as its list of limits says. */
  readonly limits?: ReadonlyMap<OperationId, string>;
  /** Operations that cannot succeed on a running cluster of this kind, so that they are always declined with a 4xx. */
  readonly alwaysDeclined: ReadonlySet<OperationId>;
  /** The output of a ceph command. The simulated cluster has none. */
  readonly ceph?: (...args: string[]) => Promise<string>;
  /** Two servers without gateways, by name, each with an address. The second belongs to `Site.second`. */
  readonly gateways: readonly [GatewayServer, GatewayServer];
  /** Other clients of the cluster. The simulated cluster has none. */
  readonly clients?: OtherClients;
}

export interface GatewayServer {
  readonly hostname: string;
  readonly ip: string;
}

export interface SiteOptions extends ClusterTraits {
  readonly engine: Engine;
  /** The engine of another server of the same cluster, if each server needs its own. */
  readonly second?: Engine;
}

/** A listening service and a client of it. */
interface Connection {
  readonly url: string;
  readonly transport: Transport;
  readonly close: () => Promise<void>;
}

/**
 * An engine behind a real service, reached by the real client over HTTP. The suite of the whole interface runs on
 * it. It records which operations were called.
 */
export class Site {
  readonly api: Api;
  readonly engine: Engine;
  readonly traits: ClusterTraits;
  readonly coverage: Coverage;
  /** The address of the service, with its path prefix. */
  readonly url: string;
  readonly #other: Site | undefined;
  readonly #transport: Transport;
  readonly #close: () => Promise<void>;

  private constructor(
    { engine, ...traits }: SiteOptions,
    { url, transport, close }: Connection,
    coverage: Coverage,
    other: Site | undefined,
  ) {
    this.url = url;
    this.engine = engine;
    this.traits = traits;
    this.coverage = coverage;
    this.#other = other;
    this.#close = close;
    this.#transport = {
      close: () => transport.close(),
      download: (url, options) => transport.download(url, options),
      send: async (id, input, options) => {
        const answer = await transport.send(id, input, options);
        this.coverage.note(id, answer.status);
        return answer;
      },
    };
    this.api = createApi({
      transport: this.#transport,
      readOnly: () => false,
      clock: systemClock(),
    });
  }

  static async open({ second, ...options }: SiteOptions, coverage = new Coverage()): Promise<Site> {
    const other = second && (await Site.open({ ...options, engine: second }, coverage));
    const service = await createService({
      engine: options.engine,
      token: TOKEN,
      version: '0',
      clock: systemClock(),
      log: (message) => void process.stderr.write(`${message}\n`),
    });
    const origin = await service.listen({ host: '127.0.0.1', port: 0 });
    const url = `${origin}/api`;
    const transport = httpTransport({ baseUrl: url, token: () => Promise.resolve(TOKEN) });
    const close = async () => {
      await other?.close();
      await transport.close();
      await service.close();
      await options.engine.close();
    };
    return new Site(options, { url, transport, close }, coverage, other);
  }

  /** The service of another server, or the same service if one engine reaches all servers. */
  get second(): Site {
    return this.#other ?? this;
  }

  /**
   * Expects a call to be declined. The call is sent without the checks of the client.
   * @param status one status, or a list from which engines may choose
   */
  async declines(
    id: OperationId,
    status: number | readonly number[],
    words: RegExp,
    input: RawInput = {},
  ): Promise<void> {
    const answer = await this.#transport.send(id, input, {});
    let body = '';
    for await (const chunk of answer.body) body += chunk;
    const message = rejectionMessage(answer.status, body);
    expect({ id, status: answer.status, message }).toEqual({
      id,
      status: expect.toSatisfy((one: number) => [status].flat().includes(one)) as number,
      message: expect.stringMatching(words) as string,
    });
  }

  /**
   * Expects a call to be declined with 501 if the engine's limits name the operation, and both to contain `words`.
   * Returns whether the limits name it; if not, the caller makes the call itself.
   */
  async limited(id: OperationId, words: RegExp, input: RawInput): Promise<boolean> {
    const why = this.traits.limits?.get(id);
    if (why === undefined) return false;
    expect(why).toMatch(words);
    await this.declines(id, 501, words, input);
    return true;
  }

  /** Sends a request without the checks of the client, with the token. */
  request(path: string, headers: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Response> {
    const authorization = `Bearer ${TOKEN}`;
    return fetch(this.url + path, {
      headers: { authorization, ...headers },
      ...(signal === undefined ? {} : { signal }),
    });
  }

  /** The content of a download, from the answer or from its URL. */
  async content({ url, fileContents }: FileDownload): Promise<Buffer> {
    if (url === undefined) return Buffer.from(fileContents ?? '');
    const answer = await this.request(url.replace(/^\/api/, ''), {});
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** Polls until the value is as wanted. Failed reads are retried. */
  async eventually<T>(read: () => Promise<T>, wanted: (value: T) => boolean): Promise<T> {
    // Unlike expect.poll, this also waits in hooks.
    return vi.waitFor(
      async () => {
        const value = await read();
        if (!wanted(value)) throw new Error(`not as wanted: ${JSON.stringify(value)}`);
        return value;
      },
      { timeout: this.traits.timeoutMs, interval: Math.min(100, this.traits.timeoutMs / 1000) },
    );
  }

  /** Waits for the end of a task, expects it to succeed, and returns it. */
  async finished(started: { readonly id?: number } | undefined) {
    const id = started?.id ?? Number.NaN;
    const task = await this.eventually(
      () => this.api.getTask({ params: { id } }),
      ({ done }) => done === true,
    );
    expect(`${task.state}: ${task.output}`).toMatch(/^FINISHED/);
    return task;
  }

  close(): Promise<void> {
    return this.#close();
  }
}
