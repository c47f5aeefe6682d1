import type { Clock } from '../../../lib/clock.ts';
import { PRIORITY } from '../../../lib/priority.ts';
import { KeptGateway } from '../gateways/keptGateway.ts';
import type { GatewayRunner, RunnerOptions } from '../gateways/runner.ts';
import type { ManagementNode } from '../management.ts';
import type { Note } from '../ownLog.ts';
import type { Collection } from '../state/collection.ts';
import { portalText } from './portal.ts';
import { targetsOf, type SavedGateway, type SavedIscsi } from './services.ts';
import { TgtGateway } from './tgtGateway.ts';

interface IscsiRunnerOptions extends RunnerOptions {
  readonly clock: Clock;
  readonly node: ManagementNode;
  readonly note: Note;
  readonly services: Collection<SavedIscsi>;
  readonly port: number;
}

/** Runs tgtd on this server while an iSCSI service names this server as a gateway. */
export function iscsiRunner({
  clock,
  node,
  note,
  services,
  port,
  ...run
}: IscsiRunnerOptions): GatewayRunner {
  const kept = new KeptGateway<TgtGateway>();

  return {
    async refresh(concerns) {
      const id = await node.id();
      const all = (await services.entries()).map(([, service]) => service);
      const isOwn = ({ server, overSsh }: SavedGateway) => server === id && overSsh !== true;
      const service = all.find(({ gateways }) => gateways.some(isOwn));
      const gateway = service?.gateways.find(isOwn);
      const portal = gateway && { ip: gateway.ip, port };
      const present = kept.current;
      if (present && present.portal !== (portal && portalText(portal))) {
        await kept.close();
        note('the iSCSI gateway was stopped', PRIORITY.notice, 'iscsi');
      }
      if (!service || portal === undefined) return [];
      const directory = await run.directory('iscsi');
      if (run.closing.aborted) return [];
      const tgt =
        kept.current ??
        (await kept.start(() =>
          TgtGateway.start({
            clock,
            directory,
            portal,
            access: run.access,
            onExit: run.logExit('iscsi', 'tgtd'),
            onProblem: (problem) => note(problem, PRIORITY.error, 'iscsi'),
          }),
        ));
      const problems = await tgt.apply(targetsOf(service));
      return problems.filter(({ parts }) => parts.some(concerns)).map(({ message }) => message);
    },
    stop: () => kept.close(),
  };
}
