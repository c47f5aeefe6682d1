import type { Api } from '../../src/api/client.ts';
import { ApiError, type Failure } from '../../src/api/failure.ts';

type Calls = { -readonly [Id in keyof Api]?: (...args: Parameters<Api[Id]>) => ReturnType<Api[Id]> };

/** A service with only the given operations. It answers 501 to all others. */
export function fakeApi(calls: Calls): Api {
  return new Proxy(calls, {
    get: (target, id) =>
      Reflect.get(target, id) ?? (() => Promise.reject(rejected(501, `${String(id)} is not possible here`))),
  }) as Api;
}

export const rejected = (status: number, message = 'no'): ApiError =>
  new ApiError({ kind: 'rejected', status, message });

export const unreachable = (message = 'connection refused'): ApiError =>
  new ApiError({ kind: 'unreachable', message } satisfies Failure);
