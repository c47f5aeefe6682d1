import { Agent, request as httpRequest } from 'node:http';
import { afterAll, expect } from 'vitest';
import type { RawRequest } from './requests.ts';

/** The statuses for an invalid request, or for one that the engine cannot execute. */
const DECLINED = [400, 401, 403, 404, 405, 408, 409, 413, 414, 415, 431, 501, 503];

interface Answer {
  readonly status: number;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/**
 * Sends a request unchanged. A stream is closed as soon as it has begun.
 * @param url of the service, with its path prefix
 */
export const send = (
  url: string,
  token: string,
  { method, path, contentType, body }: RawRequest,
  isStream: boolean,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    };
    const request = httpRequest(url + path, { method, headers, agent }, (response) => {
      const status = response.statusCode ?? 0;
      if (isStream && status < 300) {
        response.destroy();
        resolve({ status, text: '' });
        return;
      }
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (chunk: string) => (text += chunk))
        .on('end', () => resolve({ status, text }))
        .on('error', reject);
    });
    request.on('error', reject).end(body);
  });

/** Expects that a request was either executed or refused with a message. */
export function expectDoneOrRefused(id: string, { status, text }: Answer): void {
  if (status < 300) return;
  expect(DECLINED, `${id}: ${status} ${text}`).toContain(status);
  expect(JSON.parse(text), id).toEqual({ message: expect.stringMatching(/\w/) as string });
}
