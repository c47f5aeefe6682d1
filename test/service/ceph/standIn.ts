import { readFileSync } from 'node:fs';

const textOf = (file: string): string => readFileSync(new URL(`./${file}`, import.meta.url), 'utf8');

/** Python code that loads files of this folder, one after the other, in place of a module. It needs `sys` and `types`. */
export const standIn = (module: string, ...files: readonly string[]): string => `
${module} = types.ModuleType("${module}")
${files.map((file) => `exec(${JSON.stringify(textOf(file))}, ${module}.__dict__)`).join('\n')}
sys.modules["${module}"] = ${module}
`;
