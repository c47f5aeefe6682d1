import { describe, expect, test } from 'vitest';
import { masked, TIMES } from './golden.ts';
import { keyBytes } from './keyBytes.ts';
import { Screen } from './screen.ts';

const shell = (script: string, options = {}) => Screen.start('/bin/sh', ['-c', script], options);

describe('Screen', () => {
  test('Screen shows the output of a program at the requested size', async () => {
    await using screen = shell('printf "%s" "first\r\n"; stty size; read -r line', { cols: 91, rows: 27 });
    await screen.until(/27 91/);
    expect(screen.lines()[0]).toBe('first');
    expect(screen.lines()).toHaveLength(27);
    screen.resize(60, 20);
    expect(screen.lines()).toHaveLength(20);
  });

  test('Screen gives the colours, attributes and widths of cells', async () => {
    await using screen = shell(
      String.raw`printf '\033[1;31mA\033[0;7mB\033[0;38;2;1;2;3mC\033[0m漢'; read -r line`,
    );
    await screen.until(/漢/);
    expect(screen.cell(0, 0)).toMatchObject({ char: 'A', bold: true, fg: 1, inverse: false });
    expect(screen.cell(1, 0)).toMatchObject({ char: 'B', bold: false, fg: undefined, inverse: true });
    expect(screen.cell(2, 0)).toMatchObject({ char: 'C', fg: '#010203' });
    expect(screen.cell(3, 0)).toMatchObject({ char: '漢', width: 2 });
    expect(screen.cell(4, 0)).toMatchObject({ char: '', width: 0 });
  });

  test('Screen prints the present content if the expected one does not come', async () => {
    await using screen = shell('echo here; read -r line');
    await expect(screen.until(/elsewhere/, 200)).rejects.toThrow(/within 200 ms: \/elsewhere\/[^]*here/);
  });

  test('Screen reports that the program ended first, and how', async () => {
    await using screen = shell('echo gone; exit 3');
    await expect(screen.until(/stays/)).rejects.toThrow(/before the program ended[^]*gone/);
    expect(await screen.exit).toEqual({ code: 3, signal: undefined });
  });

  test('Screen gives the signal that ended the program', async () => {
    await using screen = shell('echo ready; read -r line');
    await screen.until(/ready/);
    screen.kill('SIGKILL');
    expect((await screen.exit).signal).toBe(9);
  });

  test('Screen reports modes that a program leaves behind', async () => {
    await using screen = Screen.startInShell('/bin/sh', [
      '-c',
      String.raw`printf '\033[?1049h\033[?25l\033[?2004h'; stty -echo -icanon`,
    ]);
    await screen.until(/AFTER/);
    expect(screen.modes()).toMatchObject({
      alternateScreen: true,
      cursorVisible: false,
      bracketedPaste: true,
    });
    expect(screen.lineDiscipline()).toEqual({ echo: false, cooked: false });
    expect(screen.text()).toMatch(/-icanon/);
  });

  test('a shell survives the Ctrl-C that ends its program', async () => {
    // With a trap of its own, the program misses no signal while it starts another program.
    const program = "trap 'exit 130' INT; echo ready; while :; do sleep 0.1; done";
    await using screen = Screen.startInShell('/bin/sh', ['-c', program]);
    await screen.until(/ready/);
    screen.press('ctrl-c');
    await screen.until(/EXIT 130[^]*AFTER/);
  });

  test('a thin link of Screen delays data in both directions', async () => {
    const link = { bytesPerSecond: 1000, roundTripMs: 200 };
    await using screen = shell('stty -echo; read -r line; printf "%200s|" $line; read -r line', { link });
    const start = performance.now();
    screen.type('x');
    screen.press('Enter');
    await screen.until(/x\|/);
    expect(performance.now() - start).toBeGreaterThan(400);
  });

  test('Screen reports that a program never falls silent', async () => {
    await using screen = shell('while :; do echo again; sleep 0.05; done');
    await expect(screen.quiet(500, 1000)).rejects.toThrow('never quiet for 500 ms within 1000 ms');
  });

  test('Screen answers the queries of a program as a terminal does', async () => {
    await using screen = shell(
      String.raw`stty -icanon -echo; printf '\033[5n'; head -c 4 | od -c; echo done; read -r line`,
    );
    await screen.until(/done/);
    expect(screen.text()).toMatch(/033\s+\[\s+0\s+n/);
  });

  test('Screen hides the variables of a test run or CI job from the program', async () => {
    await using screen = shell('env | grep -cE "^(CI|VITEST|NO_COLOR)"; echo end; read -r line', {});
    await screen.until(/^0\nend/m);
  });
});

describe('keyBytes', () => {
  test.each([
    ['Enter', '\r'],
    ['ctrl-c', '\u0003'],
    ['ctrl-\\', '\u001C'],
    ['PageDown', '\u001B[6~'],
    ['x', 'x'],
    ['osd.3', 'osd.3'],
  ])('keyBytes gives the bytes of the key %s', (key, bytes) => {
    expect(keyBytes(key)).toBe(bytes);
  });

  test.each(['Escape', 'PageDn', 'Ctrl-c', 'ctrl-é', 'F13'])(
    'keyBytes refuses %s instead of typing its letters',
    (key) => {
      expect(() => keyBytes(key)).toThrow(`there is no key ${key}`);
    },
  );
});

describe('masked', () => {
  test('masked hides times and dates without moving a column, and drops trailing spaces', () => {
    expect(masked('at 14:22:07Z on 2026-11-21 |  \nend\n\n', TIMES)).toBe(
      'at TTTTTTTTT on DDDDDDDDDD |\nend\n',
    );
  });
});
