import { TestCluster } from '../ceph/cluster.ts';
import { Dialogs } from '../scenarios/areas/dialogs.ts';
import { opened, Session } from '../scenarios/steps.ts';
import { Service } from '../support/service.ts';
import { Home } from '../support/storedeck.ts';

/** The console on a healthy real cluster, behind a service of its own. */
export class CephSite extends Dialogs implements AsyncDisposable {
  readonly cluster: TestCluster;
  readonly home: Home;
  readonly #resources: AsyncDisposableStack;

  private constructor(deck: Session, cluster: TestCluster, home: Home, resources: AsyncDisposableStack) {
    super(deck);
    this.cluster = cluster;
    this.home = home;
    this.#resources = resources;
  }

  static async open(): Promise<CephSite> {
    await using resources = new AsyncDisposableStack();
    const home = resources.use(new Home());
    const cluster = resources.adopt(await TestCluster.create(), (made) => made.destroy());
    const service = resources.use(await Service.start(home, ['--engine', 'ceph', '--conf', cluster.conf]));
    const session = new Session([...service.reach, '--utc'], { cols: 130, rows: 40 });
    const deck = resources.use(await opened(session, (text) => /HEALTH_OK/.test(text)));
    return new CephSite(deck, cluster, home, resources.move());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#resources.disposeAsync();
  }
}
