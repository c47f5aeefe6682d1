import type { GRANT_PERMISSIONS, GRANTEES, S3Grant } from '../../../api/contract/s3Buckets.ts';
import { readXml, textElement, type Element } from './gateway/xml.ts';

type GranteeGroup = Exclude<(typeof GRANTEES)[number], 'SINGLE_USER'>;

/** The URIs of the groups in S3 (S3 User Guide, "Amazon S3 predefined groups"). */
const GROUPS: Readonly<Record<GranteeGroup, string>> = {
  ALL_USERS: 'http://acs.amazonaws.com/groups/global/AllUsers',
  AUTHENTICATED_USERS: 'http://acs.amazonaws.com/groups/global/AuthenticatedUsers',
  LOG_DELIVERY: 'http://acs.amazonaws.com/groups/s3/LogDelivery',
};
const PERMISSIONS: Readonly<Record<(typeof GRANT_PERMISSIONS)[number], string>> = {
  FullControl: 'FULL_CONTROL',
  Read: 'READ',
  Write: 'WRITE',
  ReadAcp: 'READ_ACP',
  WriteAcp: 'WRITE_ACP',
};

const wordFor = <W extends string>(words: Readonly<Record<W, string>>, text: string): W | string =>
  (Object.keys(words) as W[]).find((word) => words[word] === text) ?? text;

function readGrant(grant: Element): S3Grant {
  const [grantee] = grant.all('Grantee');
  const permission = wordFor(PERMISSIONS, grant.read('Permission') ?? '');
  const uri = grantee?.read('URI');
  if (uri !== undefined) return { grantee: wordFor(GROUPS, uri), permission };
  const displayName = grantee?.read('DisplayName');
  return {
    grantee: 'SINGLE_USER',
    userId: grantee?.read('ID') ?? grantee?.read('EmailAddress') ?? '',
    ...(displayName && { displayName }),
    permission,
  };
}

/** Parses the owner and the grants of an AccessControlPolicy, which buckets and objects have. */
export function readPolicy(xml: string): { readonly owner: string; readonly grants: readonly S3Grant[] } {
  const policy = readXml(xml);
  const grants = policy.all('AccessControlList').flatMap((list) => list.all('Grant'));
  return { owner: policy.all('Owner')[0]?.read('ID') ?? '', grants: grants.map(readGrant) };
}

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';
const instance = 'http://www.w3.org/2001/XMLSchema-instance';

function writeGrant({ grantee = '', userId = '', permission = '' }: S3Grant): string {
  const [type, who] =
    grantee === 'SINGLE_USER'
      ? ['CanonicalUser', textElement('ID', userId)]
      : ['Group', textElement('URI', GROUPS[grantee as GranteeGroup])];
  const may = textElement('Permission', PERMISSIONS[permission as keyof typeof PERMISSIONS]);
  return `<Grant><Grantee xmlns:xsi="${instance}" xsi:type="${type}">${who}</Grantee>${may}</Grant>`;
}

/** Writes an AccessControlPolicy with exactly these grants; grantees and permissions must be those of the interface. */
export const writePolicy = (owner: string, grants: readonly S3Grant[]): string =>
  `<AccessControlPolicy xmlns="${namespace}"><Owner>${textElement('ID', owner)}</Owner>` +
  `<AccessControlList>${grants.map(writeGrant).join('')}</AccessControlList></AccessControlPolicy>`;
