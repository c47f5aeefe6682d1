import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/read.ts';

const fault = (source: string): string => {
  try {
    readConfig(source, 'c.toml');
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it was accepted');
};

test('aliases and custom actions are read from the configuration', () => {
  const { aliases, actions } = readConfig(
    `[aliases]
down = ":osd status:down"
[[actions]]
name = "Restart"
key = "ctrl-o"
scope = "osd"
command = ["ssh", "{host}"]
danger = "destructive"
[[actions]]
name = "Look"
key = "ctrl-k"
command = ["true"]
`,
    'c.toml',
  );
  expect([...aliases]).toEqual([['down', 'osd status:down']]);
  expect(actions).toEqual([
    { name: 'Restart', key: 'ctrl-o', scope: 'osd', command: ['ssh', '{host}'], tier: 'destructive' },
    { name: 'Look', key: 'ctrl-k', scope: 'everywhere', command: ['true'], tier: 'disruptive' },
  ]);
});

test('macros are read from the configuration', () => {
  const { macros } = readConfig(
    '[[macros]]\nname = "Full"\nkey = "Z"\npress = [":", "osd used:>80%", "enter"]\n',
    'c.toml',
  );
  expect(macros).toEqual([{ name: 'Full', key: 'Z', press: [':', 'osd used:>80%', 'enter'] }]);
});

const LOOK = '[[actions]]\nname = "Look"\nkey = "ctrl-k"\ncommand = ["true"]\n';

test.each([
  ['[aliases]\n"two words" = "osd"', /c\.toml:2: an alias is a word/],
  ['[aliases]\nx = 3', /an alias is a word/],
  ['[[actions]]\nname = "x"\nkey = "y"', /an action needs its name, key and command/],
  ['[[actions]]\nname = "x"\nkey = "y"\ncommand = "rm -rf"', /command must be a list of texts/],
  ['[[actions]]\nname = "x"\nkey = "y"\ncommand = ["x"]\nshell = true', /unknown key "shell"/],
  [`${LOOK}[[actions]]\nname = "x"\nkey = 3`, /c\.toml:7: key must be a text/],
  [`${LOOK}[[actions]]\nname = "x"\n`, /c\.toml:5: an action needs/],
  ['actions = [{ name = 3 }]', /c\.toml:1: name must be a text/],
  ['[actions]\nname = "x"', /actions must be a list of tables/],
  ['[[macros]]\nname = "x"\nkey = "y"', /c\.toml:1: a macro needs its name, its key, and what it presses/],
  ['[[macros]]\nname = "x"\nkey = "y"\npress = "jj"', /press must be a list of texts/],
])('the custom action %j is refused', (source, message) => {
  expect(fault(source)).toMatch(message);
});
