import type { FileDownload } from '../../../api/contract/shapes.ts';
import type { Downloads } from '../../downloads.ts';
import { asText, INLINE_LIMIT } from '../../inlineText.ts';
import type { Content } from './content.ts';

/**
 * The answer to a download: a small text is part of it, anything else is a URL of the service.
 * @param current returns the content that has this name when the URL is used
 */
export function downloadAnswer(
  downloads: Downloads,
  fileName: string,
  content: Content,
  current: () => Content | undefined,
): FileDownload {
  const fileContents = content.size <= INLINE_LIMIT ? asText(Buffer.concat([...content.read()])) : undefined;
  if (fileContents !== undefined) return { fileName, fileContents };
  return downloads.offer(fileName, () =>
    current() === content ? { fileName, size: content.size, content: content.read() } : undefined,
  );
}
