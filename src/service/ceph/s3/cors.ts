import type { S3BucketDetail } from '../../../api/contract/s3Buckets.ts';
import { readXml } from './gateway/xml.ts';

type CorsRule = NonNullable<S3BucketDetail['cors']>[number];

/** The rules of a CORSConfiguration. */
export function readCors(xml: string): CorsRule[] {
  return readXml(xml)
    .all('CORSRule')
    .map((rule) => {
      const texts = (name: string) => rule.all(name).map(({ text }) => text);
      const id = rule.read('ID');
      const maxAge = rule.read('MaxAgeSeconds');
      return {
        ...(id !== undefined && { id }),
        allowedMethods: texts('AllowedMethod'),
        allowedOrigins: texts('AllowedOrigin'),
        allowedHeaders: texts('AllowedHeader'),
        exposedHeaders: texts('ExposeHeader'),
        ...(maxAge !== undefined && { maxAgeSeconds: Number(maxAge) }),
      };
    });
}
