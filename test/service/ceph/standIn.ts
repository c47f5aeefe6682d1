import { readFileSync } from 'node:fs';

/** Python code that loads a file of this folder in place of a module. It needs `sys` and `types`. */
export const standIn = (module: string, file: string): string => `
${module} = types.ModuleType("${module}")
exec(${JSON.stringify(readFileSync(new URL(`./${file}`, import.meta.url), 'utf8'))}, ${module}.__dict__)
sys.modules["${module}"] = ${module}
`;
