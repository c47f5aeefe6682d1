import type { OperationId } from '../api/contract/index.ts';

/** Everything that is served lies under this path. */
export const PREFIX = '/api';

/** Bytes of a JSON body: each describes one thing, and what is larger is a mistake or an attack. */
export const BODY_LIMIT = 1024 * 1024;

/** Bytes of a body that describes every node of the CRUSH map: some 190 for an OSD, and clusters have 10,000 and more. */
const MAP_LIMIT = 16 * 1024 * 1024;

/** Bytes of an operation's JSON body. */
export const bodyLimit = (id: OperationId): number => (id === 'changeCrushMap' ? MAP_LIMIT : BODY_LIMIT);

/** Bytes of a request's headers, its address included. */
export const HEADER_LIMIT = 16 * 1024;

/** Characters of a name in a path. */
export const NAME_LIMIT = 1024;

/** Name of the socket on which the operator of the management node decides, beside the service's token. */
export const CONTROL_SOCKET = 'control.sock';
