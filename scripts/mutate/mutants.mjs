import { parseSync, Visitor } from 'rolldown/utils';

/**
 * @typedef {object} Mutant a small change of a source file
 * @property {number} start the start of the changed text
 * @property {number} end its end
 * @property {string} text the replacement
 * @property {string} what the kind of change
 */

/** @type {Readonly<Record<string, string>>} */
const OTHER_OPERATOR = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '+=': '-=',
  '-=': '+=',
};

/** Methods that can be dropped from a chain, as their result has the same type as their object. */
const DROPPABLE = new Set(['filter', 'toSorted', 'slice', 'trim', 'toReversed', 'toLowerCase']);

/** Properties with texts for people. */
const WORDING = new Set(['description', 'effect', 'empty', 'help', 'hint', 'label', 'title', 'undo']);
/** Two words or more, which is a text for people. */
const SENTENCE = /\p{L}\S* \S*\p{L}/u;

/** Properties that control the layout of columns and key hints. */
const ROOM = new Set(['flex', 'footer', 'max', 'min', 'priority', 'width']);

/** Numbers from here on are sizes, times or counts, where one more makes no difference; they are changed to 0 instead. */
const LARGE = 10;

/**
 * Lists all small changes of a source that change the program's behaviour, in the order of the text. Wording and layout are
 * excluded, as golden screens and readers check them (docs/decisions/0015).
 *
 * @param {string} path the file's path; its extension determines the language
 * @param {string} source
 * @returns {Mutant[]}
 */
export function mutantsOf(path, source) {
  /** @type {Mutant[]} */
  const found = [];
  /** @param {{ start: number, end: number }} node @param {string} text @param {string} what */
  const change = ({ start, end }, text, what) => found.push({ start, end, text, what });
  /** @param {{ start: number, end: number }} node */
  const textOf = ({ start, end }) => source.slice(start, end);
  /** @param {{ start: number, end: number }} test */
  const negate = (test) => change(test, `!(${textOf(test)})`, 'condition negated');
  /** @param {{ left: { end: number }, right: { start: number }, operator: string }} node */
  const swap = ({ left, right, operator }) => {
    const other = OTHER_OPERATOR[operator];
    const start = source.indexOf(operator, left.end);
    if (other === undefined || start < 0 || start >= right.start) return;
    change({ start, end: start + operator.length }, other, `${operator} made ${other}`);
  };
  /** @type {Set<number>} positions of literals that are not values: keys, imports, types, directives */
  const names = new Set();
  /** @param {{ start: number } | null | undefined} node */
  const isName = (node) => node && names.add(node.start);

  new Visitor({
    ImportDeclaration: ({ source: from }) => void isName(from),
    ExportNamedDeclaration: ({ source: from }) => void isName(from),
    ExportAllDeclaration: ({ source: from }) => void isName(from),
    ImportExpression: ({ source: from }) => void isName(from),
    TSLiteralType: ({ literal }) => void isName(literal),
    TSExternalModuleReference: ({ expression }) => void isName(expression),
    Property: ({ key, value, computed }) => {
      if (computed) return;
      isName(key);
      if (key.type !== 'Identifier' || value.type !== 'Literal') return;
      const holds = typeof value.value === 'string' ? WORDING : ROOM;
      if (holds.has(key.name)) isName(value);
    },
    MemberExpression: ({ property, computed }) => void (computed && isName(property)),
    IfStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    WhileStatement: ({ test }) => negate(test),
    BinaryExpression: swap,
    LogicalExpression: swap,
    AssignmentExpression: swap,
    ExpressionStatement: (node) => {
      if ('directive' in node && node.directive) isName(node.expression);
      // Without its super call a class does not work at all.
      else if (!textOf(node).startsWith('super(')) change(node, '{}', 'statement dropped');
    },
    CallExpression: ({ callee, end }) => {
      if (callee.type !== 'MemberExpression' || callee.computed) return;
      const { object, property } = callee;
      if (property.type === 'Identifier' && DROPPABLE.has(property.name)) {
        change({ start: object.end, end }, '', `.${property.name}() dropped`);
      }
    },
    ArrayExpression: (node) => {
      if (node.elements.length > 0) change(node, '[]', 'array emptied');
    },
    TemplateLiteral: (node) => change(node, "''", 'string emptied'),
    Literal: (node) => {
      if (names.has(node.start)) return;
      if (typeof node.value === 'boolean') change(node, String(!node.value), 'boolean flipped');
      else if (typeof node.value === 'number') {
        if (node.value < LARGE) change(node, String(node.value + 1), 'number plus one');
        else change(node, '0', 'number made 0');
      } else if (typeof node.value === 'string' && node.value !== '' && !SENTENCE.test(node.value))
        change(node, "''", 'string emptied');
    },
  }).visit(parseSync(path, source).program);
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** @param {string} source @param {Mutant} mutant @returns {string} the source with that change */
export const mutated = (source, { start, end, text }) => source.slice(0, start) + text + source.slice(end);

/** @param {string} source @param {Mutant} mutant @returns {string} its line number and its change, on one line */
export function describeMutant(source, { start, end, what }) {
  const line = source.slice(0, start).split('\n').length;
  const text = source.slice(start, end).replaceAll(/\s+/g, ' ');
  return `${line}: ${what}: ${text.length > 70 ? `${text.slice(0, 69)}…` : text}`;
}

/** True if a source has a function or a class, not only types and tables. @param {string} path @param {string} source */
export function hasLogic(path, source) {
  let found = false;
  const note = () => {
    found = true;
  };
  new Visitor({
    FunctionDeclaration: note,
    FunctionExpression: note,
    ArrowFunctionExpression: note,
    ClassDeclaration: note,
  }).visit(parseSync(path, source).program);
  return found;
}
