/** The lines of a health pane without the figures that stand beside the verdict on a wide screen. */
export function withoutFigures(body: readonly string[]): readonly string[] {
  const figures = body[0]?.indexOf(' USED ') ?? -1;
  return figures < 0 ? body : body.map((line) => line.slice(0, figures));
}
