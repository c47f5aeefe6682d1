/**
 * Reads JSON as Ceph writes it: where a ratio has a zero below the line, it prints the bare words `nan`
 * and `inf`, which become null. Throws SyntaxError on anything else that is not JSON.
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
