import type { CallOptions } from '../api/client.ts';
import type { OperationId } from '../api/contract/index.ts';
import type { FileDownload } from '../api/contract/shapes.ts';
import { decodeInput } from '../api/decode.ts';
import { downloaded, isDownload, isSecretDownload } from '../api/download.ts';
import { ApiError, type Failure, outcomeUnknown } from '../api/failure.ts';
import type { Operation, Upload } from '../api/operation.ts';
import type { RawInput, Transport } from '../api/transport.ts';
import { type LocalFile, localFiles } from '../lib/localFiles.ts';
import { suggestion } from '../lib/nearest.ts';
import { messageOf } from '../lib/thrown.ts';
import type { CallArguments } from './arguments.ts';
import { type CommandIo, reportError } from './io.ts';
import { safeJson } from './json.ts';
import { describeOperation, listOperations, operationOf, parametersOf } from './operations.ts';
import { UsageError } from './options.ts';
import { withCluster } from './withCluster.ts';

const DECLINED = 1;
const USAGE = 2;
const OUTCOME_UNKNOWN = 3;

/** A call of an operation whose static type is unknown. */
type AnyCall = (input: RawInput, options: CallOptions) => Promise<unknown>;

function openUpload(name: string, path: string): LocalFile {
  let file: LocalFile;
  try {
    file = localFiles.read(path);
  } catch (error) {
    throw new UsageError(`--${name}: ${messageOf(error)}`);
  }
  if (!localFiles.isFile(path)) throw new UsageError(`--${name}: ${path} is not a file`);
  return file;
}

/** Sorts the parameters of the command line into path, query and form; a repeated one becomes a list. */
function sortParameters(id: string, operation: Operation, parameters: CallArguments['parameters']) {
  const known = parametersOf(operation);
  const input: Record<'params' | 'query' | 'form', Record<string, unknown>> = {
    params: {},
    query: {},
    form: {},
  };
  const given = new Set<string>();
  for (const [name, value] of parameters) {
    const found = known.get(name);
    if (found === undefined) {
      const near = suggestion(name, known.keys()).replace('"', '"--');
      throw new UsageError(`${id} has no parameter --${name}${near}; storedeck call ${id} --list lists them`);
    }
    const fields = input[found.part];
    if (given.has(name) && found.schema.type !== 'array') throw new UsageError(`--${name} is given twice`);
    given.add(name);
    if (found.schema['x-upload']) {
      const file = openUpload(name, value);
      fields[name] = file satisfies Upload;
      // Told the size in advance, the service need not buffer the file in memory.
      if (known.has('size')) input.form['size'] ??= String(file.size);
    } else if (found.schema.type === 'array') {
      fields[name] = [...((fields[name] as unknown[] | undefined) ?? []), value];
    } else {
      fields[name] = value;
    }
  }
  return input;
}

async function readBody(json: string | undefined, io: CommandIo): Promise<{ body?: unknown }> {
  if (json === undefined) return {};
  try {
    return { body: JSON.parse(json === '-' ? await io.input() : json) as unknown };
  } catch (error) {
    throw new UsageError(`--json: ${messageOf(error)}`);
  }
}

async function buildInput(
  id: string,
  operation: Operation,
  args: CallArguments,
  io: CommandIo,
): Promise<RawInput> {
  const { params, query, form } = sortParameters(id, operation, args.parameters);
  const body = await readBody(args.json, io);
  const decoded = decodeInput(operation, { params, query, ...body, ...(operation.form && { form }) });
  if ('problems' in decoded) throw new UsageError(`${id}: ${decoded.problems.join('; ')}`);
  return decoded.input;
}

async function print(operation: Operation, answer: unknown, io: CommandIo): Promise<void> {
  if (operation.stream) {
    for await (const value of answer as AsyncIterable<unknown>) await io.out(`${safeJson(value, io)}\n`);
  } else if (answer !== undefined) {
    await io.out(`${safeJson(answer, io, 2)}\n`);
  }
}

function exitCode(failure: Failure): number {
  if (outcomeUnknown(failure)) return OUTCOME_UNKNOWN;
  return failure.kind === 'refused' ? USAGE : DECLINED;
}

/** Checks before the call that the operation returns a file and that the output file does not exist. */
function checkOutput(id: OperationId, path: string): void {
  if (!isDownload(id)) throw new UsageError(`--output: ${id} returns no file`);
  if (localFiles.exists(path)) throw new UsageError(`--output: ${path} already exists`);
}

/** Saves a downloaded file and prints its name, path and size. */
async function save(
  id: OperationId,
  { reply, path }: { readonly reply: FileDownload; readonly path: string },
  transport: Transport,
  io: CommandIo,
): Promise<void> {
  let bytes = 0;
  const content = downloaded(() => Promise.resolve(reply), transport, {
    signal: io.stopped,
    onMoved: (more) => void (bytes += more),
  });
  try {
    await localFiles.save(path, content, { secret: isSecretDownload(id) });
  } catch (error) {
    throw error instanceof ApiError ? error : new UsageError(`--output: ${messageOf(error)}`);
  }
  await io.out(`${safeJson({ fileName: reply.fileName, path: localFiles.resolve(path), bytes }, io, 2)}\n`);
}

async function callOperation(
  id: OperationId,
  operation: Operation,
  args: CallArguments,
  io: CommandIo,
): Promise<void> {
  const path = args.output;
  if (path !== undefined) checkOutput(id, path);
  const input = await buildInput(id, operation, args, io);
  await withCluster(args, io, async (api, _target, transport) => {
    const call = api[id] as AnyCall;
    const answer = await call(input, { signal: io.stopped });
    if (path === undefined) await print(operation, answer, io);
    else await save(id, { reply: answer as FileDownload, path }, transport, io);
  });
}

/**
 * `storedeck call`: calls an operation of the interface from a script. The answer is printed as JSON, a stream as one
 * value per line; errors go to standard error.
 * @returns 0 done, 1 declined or not sent, 2 wrong arguments, 3 outcome unknown
 */
export async function call(args: CallArguments, io: CommandIo): Promise<number> {
  if (args.operation === undefined) {
    await io.out(listOperations());
    return 0;
  }
  const { id, operation } = operationOf(args.operation);
  if (args.list) {
    await io.out(describeOperation(id, operation));
    return 0;
  }
  try {
    await callOperation(id, operation, args, io);
    return 0;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Ending a stream by a signal is its normal end.
    if (operation.stream && error.failure.kind === 'cancelled') return 0;
    reportError(io, error.message);
    return exitCode(error.failure);
  }
}
