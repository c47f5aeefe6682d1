import type { Known, Shown } from '../../store/cockpit.ts';
import type { MenuItem } from '../../store/session/viewState.ts';
import { pushOverlay, updateLogs } from '../../store/session/view.ts';

/** The service's own names for units, offered beside those that were seen. */
const SERVICES = ['kernel', 'mgmt', 'mon', 'mgr', 'mds', 'radosgw', 'iscsi', 'smb', 'osd.*'];
/** As many of the newest lines are looked through for the services that write. */
const LOOK_BACK = 5000;

const toggled = <T>(list: readonly T[], value: T): T[] =>
  list.includes(value) ? list.filter((item) => item !== value) : [...list, value];

/** A menu in which any number of things can be chosen; none stands for all. */
function openChoice(
  cockpit: Shown,
  key: 'services' | 'servers',
  title: string,
  offered: () => readonly { readonly value: string | number; readonly label: string }[],
): void {
  const chosen = () => cockpit.view.getState().logs[key] as readonly (string | number)[];
  const choose = (values: readonly (string | number)[]) => updateLogs(cockpit.view, { [key]: values });
  const items = (): MenuItem[] => [
    { label: `all ${key}`, hint: chosen().length === 0 ? 'shown' : '', run: () => choose([]) },
    ...offered().map(({ value, label }) => ({
      label: label,
      hint: chosen().includes(value) ? 'shown' : '',
      run: () => choose(toggled(chosen(), value)),
    })),
  ];
  pushOverlay(cockpit.view, { kind: 'menu', title, stays: true, items, cursor: 0 });
}

/** Opens the choice of services: the interface's names, and those that were seen in the log. */
export function chooseServices(cockpit: Known & Shown): void {
  const { lines } = cockpit.logs.snapshot();
  const names = new Set(SERVICES);
  for (let number = Math.max(lines.first, lines.end - LOOK_BACK); number < lines.end; number++) {
    const service = lines.at(number)?.s;
    if (service) names.add(service);
  }
  const offered = [...names].map((name) => ({ value: name, label: name }));
  openChoice(cockpit, 'services', 'Log services', () => offered);
}

/** Opens the choice of servers. */
export function chooseServers(cockpit: Known & Shown): void {
  openChoice(cockpit, 'servers', 'Log servers', () =>
    cockpit.facts
      .servers()
      .flatMap(({ serverId, hostname }) =>
        serverId === undefined ? [] : [{ value: serverId, label: hostname }],
      ),
  );
}
