import type { OperationId } from '../../api/contract/index.ts';
import type { Answered } from '../../store/answers/rowAnswers.ts';
import { composed, type Resource } from '../../store/cache/resource.ts';
import { type Memory, remembered } from '../../store/session/memory.ts';
import type { Scope } from '../../store/session/viewState.ts';
import { type FoundService, KnownIds } from './probe.ts';

/** The parts that every gateway service has as a list row. */
export interface GatewayRow extends Answered {
  readonly id: number;
}

/** The id of the gateway service that a screen shows. */
export const serviceIdOf = ({ service = '' }: Scope): number => Number(service);

/** All gateway services of one kind. They rarely change, and each costs a request. */
export function gatewayServices<Service extends object>(
  title: string,
  operation: OperationId,
  serviceOf: (id: number) => Resource<Service>,
) {
  const known = remembered(() => new KnownIds());
  return {
    known,
    list: (memory: Memory) =>
      composed({
        key: [title],
        read: (api, signal) => memory.of(known).find((id) => serviceOf(id).read(api, signal)),
        operations: [operation],
        everyMs: 10_000,
      }),
    /** The services as list rows. */
    rows: (found: readonly FoundService<Service>[]): readonly (Service & GatewayRow)[] =>
      found.map(({ id, service }) => ({
        ...service,
        id,
        answers: [{ operation, value: service, params: { serviceId: id } }],
      })),
  };
}
