import type { OperationId } from '../../api/contract/index.ts';

/** The path under which everything is served. */
export const PREFIX = '/api';

/** Bytes of a JSON body: each describes one thing, and what is larger is a mistake or an attack. */
export const BODY_LIMIT = 1024 * 1024;

/** Bytes of a body that describes every node of the CRUSH map: some 190 for an OSD, so 40,000 OSDs. */
const MAP_LIMIT = 8 * 1024 * 1024;

/**
 * Bytes of a body's limit for each value that it may hold. An OSD in the CRUSH map has about as many for each of
 * its values; millions of empty lists cost far more to hold than to send, and describe nothing.
 */
export const BYTES_PER_VALUE = 16;

/** Bytes of an operation's JSON body. */
export const bodyLimit = (id: OperationId): number => (id === 'changeCrushMap' ? MAP_LIMIT : BODY_LIMIT);

/** Bytes of a request's headers, its address included. */
export const HEADER_LIMIT = 16 * 1024;

/** Characters of a name in a path. */
export const NAME_LIMIT = 1024;

/** Name of the control socket, which lies beside the service's token. */
export const CONTROL_SOCKET = 'control.sock';
