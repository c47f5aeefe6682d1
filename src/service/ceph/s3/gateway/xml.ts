import { parseXml, type XmlElement } from '@rgrove/parse-xml';
import { Refusal } from '../../../engine.ts';

/** An element of an S3 document, which contains other elements or a text. */
export interface Element {
  readonly name: string;
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The child elements of a name. */
  all(name: string): Element[];
  /** The text of the first child element of a name; undefined if there is none. */
  read(name: string): string | undefined;
}

/**
 * The mark for control characters. They are valid in object keys, but not in XML 1.0: the gateways write them as
 * character references, which parsers reject. So before parsing they are replaced by this mark and a private-use
 * character; the mark itself is doubled.
 */
const MARK = '\uE000';
const PRIVATE_USE = 0xe100;

const protect = (text: string): string =>
  text
    .replaceAll(MARK, MARK + MARK)
    .replaceAll(/&#x([0-9a-f]{1,4});|[\uFFFE\uFFFF]/gi, (reference: string, hex: string | undefined) => {
      if (hex === undefined) return '\uFFFD';
      const code = Number.parseInt(hex, 16);
      return code < 0x20 ? MARK + String.fromCharCode(PRIVATE_USE + code) : reference;
    });

const restore = (text: string): string =>
  text.replaceAll(/\uE000([\s\S])/g, (_, letter: string) =>
    letter === MARK ? MARK : String.fromCharCode(letter.charCodeAt(0) - PRIVATE_USE),
  );

const isElement = (node: { readonly type: string }): node is XmlElement => node.type === 'element';

function element(source: XmlElement): Element {
  const all = (name: string) =>
    source.children
      .filter(isElement)
      .filter((child) => child.name === name)
      .map(element);
  return {
    name: source.name,
    attributes: source.attributes,
    get text() {
      return restore(source.text);
    },
    all,
    read: (name) => all(name)[0]?.text,
  };
}

/** Parses a gateway's document. @returns the root element @throws Refusal 503 when it is not well-formed */
export function readXml(text: string): Element {
  try {
    const { root } = parseXml(protect(text));
    if (root !== null) return element(root);
  } catch {
    // Reported below; the parser's own message is a page long.
  }
  throw new Refusal(503, 'the S3 gateway sent invalid XML: is it a radosgw?');
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeXml = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => ESCAPES[letter] ?? letter);

/** An element with a text, which is escaped. */
export const textElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;
