import { width } from '../../src/lib/text.ts';
import { plainText } from './roleMap.ts';

/** Everything that may act on a terminal or reorder text, once the program's own SGR sequences are taken out. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]|\p{M}{9}/u;

/** What is wrong with a painted line, if anything. */
function flaw(line: string, columns: number, ascii: boolean): string | undefined {
  const text = plainText(line);
  if (UNSAFE.test(text)) return `holds ${JSON.stringify(UNSAFE.exec(text)?.[0])}`;
  if (ascii && /[^\x20-\x7E]/.test(text)) return 'is not ASCII';
  return width(line) > columns ? `is ${width(line)} wide, not ${columns}` : undefined;
}

/** What is wrong with painted lines that have `columns` and `rows` to stand in. */
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

/** As many flaws as a person reads; one cause shows on many screens. */
export const firstFlaws = (flaws: readonly string[]) => flaws.slice(0, 10);
