import type { Level } from '../store/answers/level.ts';
import type { ServiceState } from '../store/answers/services.ts';
import type { Known } from '../store/cockpit.ts';
import { levelRole } from './levels.ts';
import type { ColumnSpec } from './list/columns.ts';

/** The gateways that a row names. */
interface NamedGateways {
  /** Their kind; undefined if the cluster status does not count such. */
  readonly kind: Extract<ServiceState['id'], 's3' | 'iscsi' | 'nfs'> | undefined;
  /** The names of their servers. */
  readonly servers: readonly string[];
}

/**
 * The column with a row's gateways that are down. It is hidden while there are none: the cluster status names what does not
 * run, and that the others run does not follow, since a gateway that never ran is not counted.
 */
export const gatewaysDownColumn = <Row>(
  gatewaysOf: (row: Row, cockpit: Known) => NamedGateways,
): ColumnSpec<Row> => {
  const down = (row: Row, cockpit: Known): { readonly words?: string; readonly level: Level } => {
    const { kind, servers } = gatewaysOf(row, cockpit);
    const { missing = [] } = cockpit.facts.services().find(({ id }) => id === kind) ?? {};
    const found = servers.filter((server) => missing.some((gateway) => gateway.server === server));
    if (found.length === 0) return { level: 'unknown' };
    if (found.length < servers.length) return { words: `${found.join(', ')} down`, level: 'warn' };
    return { words: found.length > 1 ? 'all down' : 'down', level: 'error' };
  };
  return {
    id: 'state',
    title: 'STATE',
    flex: 1,
    min: 8,
    max: 32,
    priority: 0,
    ifAny: true,
    cell: (row, cockpit) => {
      const { words = '', level } = down(row, cockpit);
      return { text: words, role: levelRole(level) };
    },
    value: (row, cockpit) => down(row, cockpit).words,
  };
};
