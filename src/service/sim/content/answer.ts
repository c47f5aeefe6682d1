import type { FileDownload } from '../../../api/contract/shapes.ts';
import type { Downloads } from '../../downloads.ts';
import { asText, type Content } from './content.ts';

/** Bytes of a text that still goes into the answer itself. */
const INLINE_LIMIT = 64 * 1024;

/**
 * A small text as it is, everything else as a url of the service.
 * @param current what is there under that name when the url is used
 */
export function downloadAnswer(
  downloads: Downloads,
  fileName: string,
  content: Content,
  current: () => Content | undefined,
): FileDownload {
  const fileContents = content.size <= INLINE_LIMIT ? asText(content) : undefined;
  if (fileContents !== undefined) return { fileName, fileContents };
  return downloads.offer(fileName, () =>
    current() === content ? { fileName, size: content.size, content: content.read() } : undefined,
  );
}
