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
