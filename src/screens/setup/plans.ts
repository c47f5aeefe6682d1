import type { MonitorCandidate } from '../../api/contract/cluster.ts';
import type { InterfaceListing } from '../../api/contract/setup.ts';
import { listed } from '../../lib/words.ts';
import type { Plan } from '../../store/action/plan.ts';
import type { PreflightCheck } from '../../store/answers/preflight.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { callPlan } from '../action/call.ts';
import type { ReadResult } from '../fields/readers.ts';

/** Parses monitors: names of candidates, with an address if they have several: `stor-01, stor-02=10.0.0.2`. */
export function readMonitors(candidates: readonly MonitorCandidate[], text: string): ReadResult {
  const monitors: { hostname: string; server: number; ip: string }[] = [];
  for (const part of text.split(',')) {
    const [name = '', typed] = part.split('=', 2).map((word) => word.trim());
    const candidate = candidates.find(({ hostname }) => hostname === name);
    if (candidate?.id === undefined)
      return {
        problem: `${name || 'An empty name'} is not a candidate: ${listed(candidates.map(({ hostname = '' }) => hostname))}.`,
      };
    const ips = candidate.ips ?? [];
    const ip = typed ?? (ips.length === 1 ? ips[0] : undefined);
    if (!ip)
      return { problem: `Say which address of ${name}: ${ips.map((own) => `${name}=${own}`).join(' or ')}.` };
    if (monitors.some(({ hostname }) => hostname === name)) return { problem: `${name} is named twice.` };
    monitors.push({ hostname: name, server: candidate.id, ip });
  }
  return { value: monitors };
}

/** The choices for a candidate, as `readMonitors` parses them. */
const monitorChoices = ({ hostname = '', ips = [] }: MonitorCandidate) =>
  ips.length === 1
    ? [{ text: hostname, hint: ips[0] ?? '' }]
    : ips.map((ip) => ({ text: `${hostname}=${ip}` }));

const THERE_IS_ONE: PreflightCheck = {
  level: 'warn',
  text: 'this service manages a cluster already: it refuses another one',
};

/** Creates the cluster with the chosen monitors. */
export const createPlan = (
  cockpit: Known & Shown,
  candidates: readonly MonitorCandidate[],
  created: boolean,
): Plan =>
  callPlan(cockpit, {
    operation: 'createCluster',
    title: 'Create the cluster',
    target: 'create the cluster',
    fields: {
      'body.mons': {
        label: 'first monitors',
        hint: `names, with =ADDRESS where a server has several${candidates.length === 0 ? '; no candidates are known' : ''}`,
        initial: candidates
          .slice(0, 3)
          .map(({ hostname = '' }) => hostname)
          .join(', '),
        many: true,
        choices: () => ({ all: candidates.flatMap(monitorChoices) }),
        read: (text) => readMonitors(candidates, text),
      },
    },
    effect:
      'Makes a new, empty cluster with its own fsid. Its monitors start on these servers; what their monitor disks held is erased.',
    undo: 'none: creating a cluster cannot be undone',
    checks({ 'body.mons': mons }) {
      const count = Array.isArray(mons) ? mons.length : undefined;
      return [
        ...(created ? [THERE_IS_ONE] : []),
        ...(count !== undefined && count % 2 === 0
          ? [
              {
                level: 'warn' as const,
                text: `${count} monitors tolerate no more failures than ${count - 1}`,
              },
            ]
          : []),
        ...(count === 1
          ? [{ level: 'warn' as const, text: 'with one monitor the cluster stops when that server does' }]
          : []),
      ];
    },
    refreshes: [resources.status, resources.tasks, resources.crush, resources.disks],
  });

/** Takes over the management of a running cluster. */
export const importPlan = (cockpit: Known & Shown, created: boolean): Plan =>
  callPlan(cockpit, {
    operation: 'importCluster',
    title: 'Import a cluster',
    target: 'import the cluster',
    ask: ['body.mons', 'body.adminKey'],
    fields: {
      'body.mons': {
        label: 'monitors',
        hint: 'their addresses, separated by commas: 10.0.0.1, 10.0.0.2:6789',
      },
      'body.adminKey': { label: 'key of client.admin' },
    },
    effect: 'From then on the service manages that cluster, with full rights on it.',
    undo: 'none in this interface',
    checks: () => (created ? [THERE_IS_ONE] : []),
    refreshes: [resources.status, resources.tasks, resources.crush, resources.disks, resources.pools],
  });

/** Sets the address of the management node, which servers connect to. */
export const mainAddressPlan = (cockpit: Known & Shown, listing: InterfaceListing): Plan => {
  const { currentInterface = '', currentIp = '' } = listing;
  return callPlan(cockpit, {
    operation: 'setMainIp',
    title: 'Set the main address',
    target: 'main address',
    fields: {
      'body.interfaceName': {
        label: 'network interface',
        initial: currentInterface,
        hint: 'of the management node',
      },
      'body.ip': {
        label: 'address',
        initial: currentIp,
        hint: 'of the management node',
      },
    },
    effect: 'Servers and consoles reach the management node at this address from then on.',
    undo: currentIp === '' ? 'set the old address' : `set ${currentIp} on ${currentInterface} again`,
    checks: ({ 'body.ip': ip }) => [
      typeof ip === 'string' && ip === currentIp
        ? { level: 'warn', text: 'it is the address already' }
        : { level: 'warn', text: 'this console may lose its connection' },
    ],
  });
};
