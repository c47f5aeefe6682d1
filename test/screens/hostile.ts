import type { Engine } from '../../src/service/engine.ts';

/** Texts that a broken or malicious service could send. Each must be shown as text. */
const HOSTILE_TEXTS: readonly string[] = [
  '\u001B[2J\u001B[H\u001B[31mred\u001B]0;title\u0007\u001B]52;c;aGk=\u0007\u001BP1$r\u001B\\',
  'a\u0000b\u0007c\u0008\u0008d\u007F\u009B31m\u0090q\u009C',
  'line one\nline two\r\nline three\u2028four\u2029five\u0085six\tseven\u000Beight',
  '\u202Egnp.exe\u202C \u2066isolated\u2069 \u200Bzero\u200Dwidth\uFEFF\u00AD',
  'x'.repeat(10_000),
  '漢字かな交じり文'.repeat(40),
  '👩‍👩‍👧‍👦🇩🇪👍🏽❤️'.repeat(20),
  `e${'\u0301'.repeat(60)} ก็็็็็็็็็็ ﷽ ꧅ 각 \u{E0041}\u{F0000}`,
  '\uD800 lone \uDFFF',
  '\u0301starts with a mark',
  '',
  ' ',
];

/** Returns the texts in turn, so that each field of each object gets each of them sooner or later. */
function* endlessly(): Generator<string> {
  for (;;) yield* HOSTILE_TEXTS;
}

type Rewrite = (text: string) => string;

/** Words by which the console recognizes objects. If these are replaced, too, nothing is recognized. */
const MEANT_FOR_MACHINES = /^(?:[A-Z][A-Z_]{1,30}|osd|mon|good|FAILING.*)$/;

function rewrite(value: unknown, text: Rewrite): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((item) => rewrite(item, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      /^[A-Z_]{4,}$/.test(key) ? text(key) : key,
      rewrite(field, text),
    ]),
  );
}

async function* rewriteAll(values: AsyncIterable<unknown>, text: Rewrite): AsyncGenerator {
  for await (const value of values) yield rewrite(value, text);
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/**
 * The engine with every text of every answer replaced by a hostile one. `everything` also replaces enumerated words
 * such as UP or HOST. Without it the screens still have a tree, checks and states.
 */
export function hostileEngine(inner: Engine, { everything }: { readonly everything: boolean }): Engine {
  const texts = endlessly();
  const text: Rewrite = (before) =>
    !everything && MEANT_FOR_MACHINES.test(before) ? before : String(texts.next().value);
  const handlers = Object.entries(inner.handlers).map(([id, handler]) => [
    id,
    async (...call: unknown[]) => {
      const output = await (handler as (...call: unknown[]) => unknown)(...call);
      return isStream(output) ? rewriteAll(output, text) : rewrite(output, text);
    },
  ]);
  return { ...inner, handlers: Object.fromEntries(handlers) as Engine['handlers'] };
}
