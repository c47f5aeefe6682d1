/** The gateway that a runner keeps: at most one, started when it is needed. */
export class KeptGateway<Gateway extends { close(): Promise<void> }> {
  #started: Gateway | undefined;
  #starting: Promise<Gateway | undefined> | undefined;

  /** The gateway, once it has started. */
  get current(): Gateway | undefined {
    return this.#started;
  }

  /** Starts it. @throws the error of a start that failed */
  async start(start: () => Promise<Gateway>): Promise<Gateway> {
    const starting = start();
    this.#starting = starting.catch(() => undefined);
    this.#started = await starting;
    return this.#started;
  }

  /** Closes it. One that is still starting is closed afterwards, so that it does not outlive its service. */
  async close(): Promise<void> {
    const gateway = await this.#starting;
    this.#starting = this.#started = undefined;
    await gateway?.close();
  }
}
