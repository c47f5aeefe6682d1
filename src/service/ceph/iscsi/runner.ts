import type { Clock } from '../../../lib/clock.ts';
import type { ManagementNode } from '../management.ts';
import { PRIORITY, type Note } from '../ownLog.ts';
import type { Collection } from '../state/collection.ts';
import { targetsOf, type KeptIscsi } from './services.ts';
import type { GatewayRun, RunOptions } from '../gateways/runner.ts';
import { portalText } from './portal.ts';
import { TgtGateway } from './tgtGateway.ts';

interface IscsiRunOptions extends RunOptions {
  readonly clock: Clock;
  readonly node: ManagementNode;
  readonly note: Note;
  readonly services: Collection<KeptIscsi>;
  readonly port: number;
}

/** The iSCSI gateway of this server: a tgtd, while a service names this server as one of its gateways. */
export function iscsiRun({ clock, node, note, services, port, ...run }: IscsiRunOptions): GatewayRun {
  let tgt: TgtGateway | undefined;

  const stop = async (): Promise<void> => {
    await tgt?.close();
    tgt = undefined;
  };
  return {
    async refresh(concerns) {
      const id = await node.id();
      const all = (await services.entries()).map(([, service]) => service);
      const service = all.find(({ gateways }) => gateways.some(({ server }) => server === id));
      const gateway = service?.gateways.find(({ server }) => server === id);
      const portal = gateway && { ip: gateway.ip, port };
      if (tgt && tgt.portal !== (portal && portalText(portal))) {
        await stop();
        note('the iSCSI gateway was stopped', PRIORITY.notice, 'iscsi');
      }
      if (!service || portal === undefined) return [];
      const directory = await run.place('iscsi');
      if (run.isClosed()) return [];
      tgt ??= await TgtGateway.start({
        clock,
        directory,
        portal,
        access: run.access,
        onDeath: run.died('iscsi', 'tgtd'),
        onProblem: (problem) => note(problem, PRIORITY.error, 'iscsi'),
      });
      const problems = await tgt.apply(targetsOf(service));
      return problems.filter(({ about }) => about.some(concerns)).map(({ message }) => message);
    },
    stop,
  };
}
