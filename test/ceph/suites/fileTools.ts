import type { Bench } from '../bench.ts';

async function* content(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield Buffer.from(part);
}

/** Common steps of the file tests, through the engine and as another client. */
export const fileTools = (bench: () => Bench) => ({
  content,
  mkdir: (dir: string) => bench().call('createDirectory', { body: { dir } }),
  upload: (path: string, ...parts: (string | Uint8Array)[]) =>
    bench().call('uploadFile', {
      query: { path },
      form: { file: { name: 'f', content: content(...parts) } },
    }),
  stat: (path: string) => bench().cephfs('stat', path),
  names: (path: string) => bench().cephfs('names', path),
  attribute: (path: string, name: string) => bench().cephfs('attribute', path, name),
});
