import type { OperationId } from '../../api/contract/index.ts';

/** The path prefix of everything that is served. */
export const PREFIX = '/api';

/**
 * Default limit of a JSON body, in bytes: each body describes one thing, and a larger one is a mistake or an attack.
 */
export const BODY_LIMIT = 1024 * 1024;

/**
 * Limit of a body that describes every node of the CRUSH map, in bytes: about 190 for each OSD, so enough for 40,000
 * OSDs.
 */
const MAP_LIMIT = 8 * 1024 * 1024;

/**
 * A body may hold one value for each 16 bytes of its limit. An OSD in a CRUSH map request takes about as many bytes
 * for each of its values; millions of empty lists cost far more memory than bandwidth, and describe nothing.
 */
export const BYTES_PER_VALUE = 16;

/** Limit of an operation's JSON body, in bytes. */
export const bodyLimit = (id: OperationId): number => (id === 'changeCrushMap' ? MAP_LIMIT : BODY_LIMIT);

/** Limit of a request's headers and URL, in bytes. */
export const HEADER_LIMIT = 16 * 1024;

/** Limit of a name in a path, in characters. */
export const NAME_LIMIT = 1024;

/** Name of the control socket, which is in the same directory as the service's token. */
export const CONTROL_SOCKET = 'control.sock';
