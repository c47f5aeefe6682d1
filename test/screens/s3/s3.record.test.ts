import { recordTest } from '../record.ts';

recordTest(['s3-users', 's3-subusers', 's3-buckets', 's3-grants', 's3-cors', 's3-objects']);
