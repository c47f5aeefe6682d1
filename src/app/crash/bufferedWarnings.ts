/**
 * Keeps what Node warns of to itself until it is disposed, and lets it be told then. Told at once it would be written
 * over the frame.
 */
export function bufferWarnings(process: NodeJS.Process): Disposable {
  const held: Error[] = [];
  const hold = (warning: Error): void => void held.push(warning);
  const tellers = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', hold);
  return {
    [Symbol.dispose]() {
      process.off('warning', hold);
      for (const tell of tellers) {
        process.on('warning', tell);
        for (const warning of held) tell.call(process, warning);
      }
    },
  };
}
