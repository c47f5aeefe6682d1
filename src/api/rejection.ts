import { ApiError } from './failure.ts';
import { rejectionMessage } from './message.ts';
import type { Answer } from './transport.ts';

/** The part of an error body that is searched for a message, in characters. */
const MAX_LENGTH = 64 * 1024;

/** The beginning of a body. One that breaks off is not an error: the status of the answer still counts. */
async function beginningOf(body: AsyncIterable<string>): Promise<string> {
  let text = '';
  try {
    for await (const piece of body) {
      text += piece;
      if (text.length > MAX_LENGTH) break;
    }
  } catch {
    return '';
  }
  return text;
}

/** The error for an answer whose status is not 2xx. The body is read, which frees its connection. */
export async function readRejection({
  status,
  body,
  location,
}: Pick<Answer, 'status' | 'body'> & { readonly location?: string | undefined }): Promise<ApiError> {
  const text = await beginningOf(body);
  return new ApiError({ kind: 'rejected', status, message: rejectionMessage(status, text, location) });
}
