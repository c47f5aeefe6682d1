import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cyclesIn } from './support/cycles.ts';

const root = resolve(import.meta.dirname, '..');
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
const source = (file: string) => readFileSync(join(root, file), 'utf8');
const sources = filesIn('src');

/** The folders of src from which a folder may import, besides itself (ARCHITECTURE.md). */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  data: [],
  api: ['lib'],
  keys: ['lib'],
  widgets: ['lib'],
  output: ['lib'],
  service: ['api', 'lib', 'data'],
  config: ['api', 'lib'],
  diagnosis: ['api', 'lib', 'data'],
  store: ['diagnosis', 'api', 'lib', 'data'],
  screens: ['diagnosis', 'store', 'keys', 'widgets', 'lib', 'api'],
  app: ['screens', 'store', 'keys', 'widgets', 'output', 'lib', 'api', 'config', 'connect'],
  connect: ['service', 'config', 'api', 'lib'],
  commands: ['connect', 'service', 'diagnosis', 'store', 'api', 'config', 'lib', 'data'],
};

const folderOf = (file: string) => relative('src', file).split('/')[0] ?? '';
const importsOf = (file: string): string[] =>
  [...source(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) =>
    relative(root, resolve(root, dirname(file), match[1] ?? '')),
  );

/** The names of types and classes that are declared more than once, with the files. */
function repeatedTypes(): readonly string[] {
  const types = sources.flatMap((file) =>
    [
      ...source(file).matchAll(
        /^ *(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class) (\w+)(?:<.*)? (?:=|\{|extends|implements)/gm,
      ),
    ].map(([, name = '']) => ({ name, file })),
  );
  return [...Map.groupBy(types, ({ name }) => name)]
    .filter(([, all]) => all.length > 1)
    .map(([name, all]) => `${name}: ${all.map(({ file }) => file).join(', ')}`);
}

describe('names', () => {
  it('every type of src has a name of its own, exported or not', () => {
    expect(repeatedTypes()).toEqual([]);
  });
});

describe('layers', () => {
  it.each(Object.keys(MAY_IMPORT))('src/%s imports only from the layers below it', (folder) => {
    const wrong = sources
      .filter((file) => folderOf(file) === folder)
      .flatMap((file) => importsOf(file).map((imported) => ({ file, imported })))
      .filter(
        ({ imported }) =>
          folderOf(imported) !== folder &&
          !MAY_IMPORT[folder]?.includes(folderOf(imported)) &&
          // The version is defined in one place.
          imported !== 'package.json',
      );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['ceph', 'sim'],
    ['sim', 'ceph'],
  ])('the %s engine does not import the %s engine', (engine, other) => {
    const wrong = sources
      .filter((file) => file.startsWith(`src/service/${engine}/`))
      .flatMap((file) => importsOf(file).map((imported) => ({ file, imported })))
      .filter(({ imported }) => imported.startsWith(`src/service/${other}/`));
    expect(wrong).toEqual([]);
  });

  it('the layers name every folder', () => {
    const folders = new Set(sources.filter((file) => file.split('/').length > 2).map(folderOf));
    expect([...folders].toSorted()).toEqual(Object.keys(MAY_IMPORT).toSorted());
  });

  const usersOf = (library: string) =>
    sources.filter((file) => new RegExp(`['"]${library}['"]`).test(source(file)));

  it('undici is named only in the HTTP client, and loaded only in src/api/httpTarget.ts', () => {
    const users = usersOf('undici');
    expect(users.toSorted()).toEqual(['src/api/http.ts', 'src/api/httpDownload.ts', 'src/api/httpTarget.ts']);
    const loading = users.filter((file) =>
      /import\('undici'\)|^import (?!type )[^;]*'undici'/m.test(source(file)),
    );
    expect(loading).toEqual(['src/api/httpTarget.ts']);
  });

  it('fastify is imported only in src/service/http', () => {
    expect(usersOf('fastify').filter((file) => !file.startsWith('src/service/http/'))).toEqual([]);
  });
});

describe('imports within src', () => {
  it('imports within src have no cycle, types included', () => {
    expect(cyclesIn(new Map(sources.map((file) => [file, importsOf(file)])))).toEqual([]);
  });
});

describe('rooms', () => {
  /** The first-level folder of a layer that contains a file; undefined for a file directly in the layer. */
  const roomOf = (file: string): string | undefined => /^src\/([^/]+\/[^/]+)\//.exec(file)?.[1];
  const layerOf = (room: string) => room.split('/')[0];

  /** The rooms of the same layer that each room imports. */
  function importsOfRooms(): ReadonlyMap<string, readonly string[]> {
    const rooms = new Map<string, string[]>();
    for (const file of sources) {
      const room = roomOf(file);
      if (room === undefined) continue;
      const imported = importsOf(file)
        .map(roomOf)
        .filter((other) => other !== undefined)
        .filter((other) => other !== room && layerOf(other) === layerOf(room));
      rooms.set(room, [...(rooms.get(room) ?? []), ...imported]);
    }
    return rooms;
  }

  it('the folders inside a layer form no import cycles', () => {
    expect(cyclesIn(importsOfRooms())).toEqual([]);
  });
});

describe('doc comments', () => {
  const FOLDERS = ['src', 'test', 'bench', 'scripts'];

  it.each(FOLDERS)(
    'doc comments in %s begin with what the thing is or does, and are no questions',
    (folder) => {
      const riddles = filesIn(folder).flatMap((file) =>
        [...source(file).matchAll(/\/\*\*[\s*]*(.*?)\s*\*\//gs)]
          .map(([, text = '']) => text)
          .filter((text) => /^(?:What|How|Whether|Whose)\b|^[^.:@]*\?(?:\s|$)/.test(text))
          .map((text) => `${file}: ${text.split('\n')[0]}`),
      );
      expect(riddles).toEqual([]);
    },
  );
});

describe('glossary', () => {
  const rows = [...source('docs/glossary.md').matchAll(/^\| ([^|]+) \| ([^|]+) \| `([^`|]+)` \|$/gm)].map(
    ([, word = '', meaning = '', place = '']) => ({ word, meaning, place }),
  );
  const places = new Set([...sources, ...sources.map(dirname)]);

  it('the glossary has one line per word, in alphabetical order', () => {
    const words = rows.map(({ word }) => word);
    expect(words).toEqual([...new Set(words)].toSorted());
    expect(words).toEqual(expect.arrayContaining(['action', 'deck', 'pane', 'overlay', 'resource', 'view']));
  });

  it('the glossary names for each word a place in src that uses it', () => {
    const wrong = rows.filter(({ word, place }) => {
      const files = sources.filter((file) => file === place || file.startsWith(`${place}/`));
      const text = files.map((file) => `${file} ${source(file)}`.toLowerCase()).join('\n');
      return !places.has(place) || !text.includes(word.toLowerCase().split(' ').at(-1) ?? word);
    });
    expect(wrong.map(({ word, place }) => `${word}: ${place}`)).toEqual([]);
  });
});

describe('text on its way to the terminal', () => {
  it('every text is painted by the one component that escapes it', () => {
    const users = sources.filter((file) =>
      /import \{[^}]*\b(?:Text|Transform|Static)\b[^}]*\} from 'ink'/.test(source(file)),
    );
    expect(users).toEqual(['src/widgets/Line.tsx']);
  });
});

describe('numbers', () => {
  it('the service and the diagnosis write numbers that are the same in every locale', () => {
    const files = [...filesIn('src/service'), ...filesIn('src/diagnosis/rules')];
    const localized =
      /[{,] ?(?:bytes|rate|count|decimal|exact)\b[^}]*\} from '[./]*lib\/(?:format|decimal)\.ts'/;
    expect(files.filter((file) => localized.test(source(file)))).toEqual([]);
  });

  it('the decimals of numbers that people read come from lib/decimal.ts', () => {
    const folders = ['app', 'commands', 'screens', 'store', 'widgets'];
    const files = folders.flatMap((folder) => filesIn(`src/${folder}`));
    expect(files.filter((file) => /\.toFixed\([^0)]|toLocaleString|toPrecision/.test(source(file)))).toEqual(
      [],
    );
  });
});

describe('time and randomness', () => {
  const CLOCK = 'src/lib/clock.ts';
  it.each(['Date.now(', 'Math.random(', ' setTimeout(', ' setInterval(', 'performance.now('])(
    '%s is called only in the Clock',
    (call) => {
      const users = sources.filter((file) => file !== CLOCK && source(file).includes(call));
      expect(users).toEqual([]);
    },
  );
});

describe('state between calls', () => {
  /** Modules with a variable: the decimal mark (`lib/decimal.ts` says why), and caches. */
  const WITH_VARIABLE = [
    'src/api/moments.ts',
    'src/lib/decimal.ts',
    'src/lib/format.ts',
    'src/lib/natural.ts',
    'src/lib/text.ts',
    'src/output/line.ts',
  ];

  it('only a few modules have a variable, for the decimal mark and for caches', () => {
    const found = sources.filter((file) => /^(?:export )?(?:let|var) /m.test(source(file)));
    expect(found.toSorted()).toEqual(WITH_VARIABLE);
  });

  /** Modules with a map that they fill: by a schema or an answer, from which its values follow, and by a style. */
  const WITH_MAP = [
    'src/api/check.ts',
    'src/api/tolerate.ts',
    'src/lib/sgr.ts',
    'src/service/http/runOperation.ts',
    'src/service/sim/load/crowding.ts',
    'src/store/answers/cluster.ts',
    'src/store/answers/osdLists.ts',
    'src/store/answers/osds.ts',
    'src/store/log/histogram.ts',
  ];

  it('state of a console is in its memory, and only a few modules have a map that they fill', () => {
    const fills = (text: string) =>
      Array.from(text.matchAll(/^(?:export )?const (\w+)\b[^=]*=\s*new (Weak)?(?:Map|Set)\b/gm)).some(
        ([, name, weak]) =>
          weak !== undefined || new RegExp(`\\b${name}\\.(?:set|add|delete|clear)\\(`).test(text),
      );
    const found = sources.filter((file) => fills(source(file)));
    expect(found.toSorted()).toEqual(WITH_MAP);
  });
});

describe('thrown values', () => {
  it('the message of a thrown value is read with messageOf, as a cast gives undefined for other values than errors', () => {
    const files = [...sources, ...filesIn('bench')];
    expect(files.filter((file) => /\bas Error\)\.message\b/.test(source(file)))).toEqual([]);
  });
});

describe('size of files', () => {
  it('every file has at most 300 lines', () => {
    const long = [...sources, ...filesIn('test'), ...filesIn('bench')].filter(
      (file) => source(file).split('\n').length > 301,
    );
    expect(long).toEqual([]);
  });
});
