import { upload, type StorageBench } from '../storage.ts';

/** The bucket that is empty at the beginning. */
export const params = { bucketName: 'scratch' };

export const put = ({ api }: StorageBench, key: string, ...pieces: (string | Uint8Array)[]) =>
  api.uploadS3Object({ params, form: { key, file: upload(...pieces) } });
export const read = async ({ api }: StorageBench, key: string) =>
  (await api.downloadS3Object({ params, query: { key } })).fileContents;
export const keys = async ({ api }: StorageBench, bucketName = 'scratch') =>
  (await api.listS3Objects({ params: { bucketName }, query: { flatView: true } })).objects?.map(
    ({ key }) => key,
  );
