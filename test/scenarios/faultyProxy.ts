import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { systemClock } from '../../src/lib/clock.ts';
import type { Engine } from '../../src/service/engine.ts';
import { createService } from '../../src/service/http/service.ts';
import { createSimEngine } from '../../src/service/sim/engine.ts';

const TOKEN = 'scenario-token-0123456789abcdef';

/**
 * Treatment of a request by the proxy: pass it on, answer like a proxy with a broken service, break off in the
 * middle of the answer or before an empty one, or accept it and never answer.
 */
export type ProxyBehaviour = 'open' | 'html' | 'cut' | 'silent';

interface ProxyOptions {
  readonly scenario?: string;
  readonly engine?: (engine: Engine) => Engine;
}

/** A management service over a simulated cluster behind a proxy that can be made to misbehave. */
export class FaultyProxy implements AsyncDisposable {
  #behaviour: ProxyBehaviour = 'open';
  /** Requests that were accepted and not answered. */
  readonly #held = new Set<ServerResponse>();
  /** Requests that were passed on, as `METHOD /path`. */
  readonly passed: string[] = [];
  readonly tokenFile: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'storedeck-proxy-'));
  readonly #service: Awaited<ReturnType<typeof createService>>;
  readonly #engine: Engine;
  readonly #backend: URL;
  #server: Server | undefined;
  #port = 0;

  private constructor(engine: Engine, service: Awaited<ReturnType<typeof createService>>, backend: string) {
    this.#engine = engine;
    this.#service = service;
    this.#backend = new URL(backend);
    this.tokenFile = join(this.#folder, 'token');
    writeFileSync(this.tokenFile, `${TOKEN}\n`, { mode: 0o600 });
  }

  static async open({
    scenario = 'demo',
    engine: change = (same) => same,
  }: ProxyOptions = {}): Promise<FaultyProxy> {
    const engine = change(createSimEngine({ clock: systemClock(), scenario, seed: 1 }));
    const service = await createService({
      engine,
      token: TOKEN,
      version: '0',
      log: () => undefined,
      clock: systemClock(),
    });
    const proxy = new FaultyProxy(engine, service, await service.listen({ host: '127.0.0.1', port: 0 }));
    await proxy.reopen();
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/api`;
  }

  /** Changes the behaviour of the proxy. Requests that it still holds are cut off. */
  set behaviour(behaviour: ProxyBehaviour) {
    this.#behaviour = behaviour;
    for (const response of this.#held) response.destroy();
    this.#held.clear();
  }

  /** Stops listening and cuts off running requests. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  /** Listens again, on the same port. */
  async reopen(): Promise<void> {
    this.#server = createServer((incoming, outgoing) => void this.#serve(incoming, outgoing));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    await this.#service.close();
    await this.#engine.close();
    rmSync(this.#folder, { recursive: true });
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const behaviour = this.#behaviour;
    if (behaviour === 'silent') {
      this.#held.add(outgoing);
      return;
    }
    if (behaviour === 'html') {
      outgoing.writeHead(500, { 'content-type': 'text/html' });
      outgoing.end(
        '<html><head><title>Proxy error 500</title></head><body><h1>The proxy\u0007 gave up</h1></body></html>',
      );
      return;
    }
    this.passed.push(`${incoming.method} ${incoming.url}`);
    const onward = request(
      {
        host: this.#backend.hostname,
        port: this.#backend.port,
        path: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
      },
      (answer) => void this.#answer(answer, outgoing, behaviour),
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  }

  async #answer(answer: IncomingMessage, outgoing: ServerResponse, behaviour: ProxyBehaviour): Promise<void> {
    answer.on('error', () => outgoing.destroy());
    if (behaviour === 'open') {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      return;
    }
    const whole = await buffer(answer).catch(() => Buffer.alloc(0));
    if (whole.length === 0) {
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    outgoing.write(whole.subarray(0, Math.floor(whole.length / 2)), () => outgoing.destroy());
  }
}
