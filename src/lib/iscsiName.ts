/** iqn.YYYY-MM.reversed.domain[:anything], or an EUI-64 or NAA number (RFC 3720, 3.2.6). */
const NAME =
  /^(?:iqn\.\d{4}-(?:0[1-9]|1[0-2])\.[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::[a-z0-9.:-]+)?|eui\.[0-9a-f]{16}|naa\.(?:[0-9a-f]{16}|[0-9a-f]{32}))$/;
/** Maximum length (RFC 3720, 3.2.6.2). */
const LONGEST = 223;

/** True if a text is the iSCSI name of a client or a target. */
export const isIscsiName = (text: string): boolean => NAME.test(text) && text.length <= LONGEST;

/** The advice for someone who has to type the iSCSI name of a client. */
export const ISCSI_NAME_ADVICE =
  "write it in lower case as in the client's initiatorname.iscsi, such as iqn.1994-05.com.redhat:host1";
