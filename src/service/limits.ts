/** Everything that is served lies under this path. */
export const PREFIX = '/api';

/** Bytes of a JSON body: each describes one thing, and what is larger is a mistake or an attack. */
export const BODY_LIMIT = 1024 * 1024;

/** Bytes of a request's headers, its address included. */
export const HEADER_LIMIT = 16 * 1024;

/** Characters of a name in a path. */
export const NAME_LIMIT = 1024;

/** Name of the socket on which the operator of the management node decides, beside the service's token. */
export const CONTROL_SOCKET = 'control.sock';
