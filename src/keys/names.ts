const SHOWN: Readonly<Record<string, string>> = {
  enter: 'Enter',
  esc: 'Esc',
  tab: 'Tab',
  'shift-tab': 'Shift-Tab',
  space: 'Space',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  backspace: 'Backspace',
  delete: 'Del',
};
const ARROWS: Readonly<Record<string, readonly [string, string]>> = {
  up: ['↑', 'Up'],
  down: ['↓', 'Down'],
  left: ['←', 'Left'],
  right: ['→', 'Right'],
};

/** The name of a key for display: `ctrl-d` as `Ctrl-D`, `up` as an arrow with Unicode. */
export function keyLabel(name: string, unicode: boolean): string {
  const arrow = ARROWS[name];
  if (arrow) return unicode ? arrow[0] : arrow[1];
  if (name.startsWith('ctrl-')) return `Ctrl-${name.slice('ctrl-'.length).toUpperCase()}`;
  return SHOWN[name] ?? name;
}
