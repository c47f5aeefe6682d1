import { parseSync, Visitor } from 'rolldown/utils';

/**
 * @typedef {object} Mutant one small change of a source file
 * @property {number} start where the changed text begins
 * @property {number} end where it ends
 * @property {string} text what stands there instead
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

/** Methods that can be left out of a chain: what they are called on is of the same kind as what they give. */
const DROPPABLE = new Set(['filter', 'toSorted', 'slice', 'trim', 'toReversed', 'toLowerCase']);

/** Properties that hold words for people. */
const WORDING = new Set(['description', 'effect', 'empty', 'help', 'hint', 'label', 'title', 'undo']);
/** Two words or more: a sentence, for people. */
const SENTENCE = /\p{L}\S* \S*\p{L}/u;

/** Properties of columns and keys that say where there is room for them. */
const ROOM = new Set(['flex', 'footer', 'max', 'min', 'priority', 'width']);

/** From here on one more is another choice and no other behaviour: a size, a time, a count. */
const LARGE = 10;

/**
 * Lists every place of a source where a small change makes a different program, in the order of the text. Wording and
 * the room that columns get are left out: golden screens and readers judge them (docs/decisions/0015).
 *
 * @param {string} path its ending says the language
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
  /** @type {Set<number>} where literals stand that are names: keys, imports, types, directives */
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
      // A super call must stay for the class to work at all.
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

/** @param {string} source @param {Mutant} mutant @returns {string} where it is and what it changes, on one line */
export function describeMutant(source, { start, end, what }) {
  const line = source.slice(0, start).split('\n').length;
  const text = source.slice(start, end).replaceAll(/\s+/g, ' ');
  return `${line}: ${what}: ${text.length > 70 ? `${text.slice(0, 69)}…` : text}`;
}

/** Tells whether a source has a function or a class to run: types and tables alone have not. @param {string} path @param {string} source */
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
