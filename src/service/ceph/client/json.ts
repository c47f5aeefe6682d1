/**
 * Parses Ceph's JSON. It contains the bare words `nan` and `inf` for ratios with a zero denominator; they become null.
 * @throws SyntaxError for anything else that is not JSON
 */
export function parseCephJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (failure) {
    const repaired = text.replace(/([:,[]\s*)-?(?:nan|inf)(?=\s*[,}\]])/g, '$1null');
    if (repaired === text) throw failure;
    return JSON.parse(repaired);
  }
}

type NonEmpty<T> = { [Key in keyof T]?: NonNullable<T[Key]> };

/** A copy of an object without the fields that are absent, null or an empty text. */
export const withoutEmpty = <T extends object>(values: T): NonEmpty<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  ) as NonEmpty<T>;
