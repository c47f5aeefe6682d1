import type { Clock } from '../../../src/lib/clock.ts';
import { createCeph, type Ceph, type CephCommand } from '../../../src/service/ceph/client/ceph.ts';
import { createStorageCall, type StorageCall } from '../../../src/service/ceph/client/storage.ts';
import type { HelperReply, HelperRequest } from '../../../src/service/ceph/helper/protocol.ts';
import { sample } from './samples.ts';

/** An answer to a command: a value that is returned as JSON, a text, or a refusal. */
export type Answer =
  | HelperReply
  | { readonly json: unknown }
  | ((asked: HelperRequest) => Promise<HelperReply>);

export interface RecordedCeph {
  readonly ceph: Ceph;
  readonly storage: StorageCall;
  /** Everything that was sent, in order. */
  readonly asked: HelperRequest[];
  /** The commands without a recorded answer, in order, which are those that change something. */
  readonly commands: CephCommand[];
  answer(prefix: string, answer: Answer): void;
}

function nameOf(asking: HelperRequest): string {
  if ('command' in asking) return String(asking.command['prefix']);
  return 'call' in asking ? asking.call : asking.summary;
}

/** An answer with only these keys, or of each object in it, as the helper returns it. */
function withOnly(json: unknown, only: readonly string[]): unknown {
  if (Array.isArray(json)) return json.map((each) => withOnly(each, only));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).filter(([key]) => only.includes(key)));
}

/**
 * A cluster with recorded answers, to commands by their prefix and to calls by their name. Others succeed without an
 * answer. Without a recorded status it is empty and has no epoch of any map.
 */
export function recordedCeph(clock: Clock, answers: Readonly<Record<string, Answer>> = {}): RecordedCeph {
  const known = new Map<string, Answer>(Object.entries({ status: { json: {} }, ...answers }));
  const asked: HelperRequest[] = [];
  const commands: CephCommand[] = [];
  const request = async (asking: HelperRequest): Promise<HelperReply> => {
    asked.push(asking);
    const name = nameOf(asking);
    const answer = known.get(name);
    if (typeof answer === 'function') return answer(asking);
    if (answer && 'rc' in answer) return answer;
    if (!answer) {
      if ('command' in asking) commands.push(asking.command as CephCommand);
      return { rc: 0, outs: '', text: '' };
    }
    const reply = { rc: 0, outs: '' };
    if (!('command' in asking)) return { ...reply, data: answer.json };
    return asking.only
      ? { ...reply, data: withOnly(answer.json, asking.only) }
      : { ...reply, text: JSON.stringify(answer.json) };
  };
  return {
    ceph: createCeph({ request, complaints: [] }, clock, 1000),
    storage: createStorageCall({ request, complaints: [] }),
    asked,
    commands,
    answer: (prefix, answer) => void known.set(prefix, answer),
  };
}

export const recorded = (name: string): Answer => ({ json: sample(name) });
export const refused = (rc: number, outs: string): Answer => ({ rc, outs });
