import { width } from '../../src/lib/text.ts';
import { plainText } from './roleMap.ts';

/** Everything that can act on a terminal or reorder text, after the program's own SGR sequences were removed. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]|\p{M}{9}/u;

/** The flaw of a painted line, if it has one. */
function flaw(line: string, columns: number, ascii: boolean): string | undefined {
  const text = plainText(line);
  if (UNSAFE.test(text)) return `holds ${JSON.stringify(UNSAFE.exec(text)?.[0])}`;
  if (ascii && /[^\x20-\x7E]/.test(text)) return 'is not ASCII';
  return width(line) > columns ? `is ${width(line)} wide, not ${columns}` : undefined;
}

/** The flaws of painted lines in an area of `columns` and `rows`. */
export function flawsIn(
  where: string,
  lines: readonly string[],
  { columns, rows, ascii }: { readonly columns: number; readonly rows: number; readonly ascii: boolean },
): string[] {
  return [
    ...lines.flatMap((line, index) => {
      const found = flaw(line, columns, ascii);
      return found === undefined
        ? []
        : [`${where}, line ${index}, ${found}: ${JSON.stringify(line.slice(0, 300))}`];
    }),
    ...(lines.length > rows ? [`${where} has ${lines.length} lines`] : []),
  ];
}

/** The first flaws, because one cause shows on many screens. */
export const firstFlaws = (flaws: readonly string[]) => flaws.slice(0, 10);
