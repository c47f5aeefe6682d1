import { type Static, Type } from 'typebox';
import { operation, shape } from '../operation.ts';
import { id, names } from './shapes.ts';

/** The least urgent syslog priority; 0 is the most urgent (interface, "Limits"). */
export const LOWEST_PRIORITY = 7;

/** A line of a log (interface, "Log event"). */
export const LogEvent = shape({
  c: Type.String({ description: 'cursor for the next request' }),
  t: Type.Number({ description: 'Unix timestamp, seconds' }),
  m: Type.String({ description: 'message' }),
  s: Type.String({ description: 'service that produced it' }),
  h: Type.Integer({ description: 'host id' }),
  p: Type.Integer({ description: 'syslog priority: 0 highest, 7 lowest' }),
});
export type LogEvent = Static<typeof LogEvent>;

/** Special service names that the log operations map to systemd units; `osd.*` means every OSD, `osd.3` one. */
export const LOG_SERVICES = [
  'kernel',
  'mgmt',
  'hagroup',
  'mon',
  'mgr',
  'mds',
  'radosgw',
  'iscsi',
  'smb',
  'osd.*',
] as const;

const filters = {
  server: Type.Optional(id('server id; omit for all servers', 'server')),
  service: Type.Optional(
    Type.Array(Type.String(names('logService')), {
      description: `systemd unit names, or ${LOG_SERVICES.join(', ')}, osd.<id>; omit for all`,
    }),
  ),
  priority: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, maximum: LOWEST_PRIORITY }), {
      description: 'syslog levels to include: 0 highest, 7 lowest',
    }),
  ),
  after: Type.Optional(
    Type.Number({ description: 'Unix timestamp of the earliest entry; required when before is a time' }),
  ),
  lines: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'maximum number of lines; ignored when before and after give a range',
    }),
  ),
};

/** The section "logs": the log of all servers, streamed or read in pages. */
export const logs = {
  followLogs: operation({
    method: 'GET',
    path: '/logs',
    summary: 'Follow the log, or stream a part of it',
    tier: 'read',
    query: Type.Object({
      ...filters,
      before: Type.Optional(
        Type.Number({ description: 'Unix timestamp of the latest entry; -1 follows the log' }),
      ),
    }),
    // The interface document has the server's internal stream object (type, closed) here; the stream holds log events.
    reply: LogEvent,
    stream: true,
  }),
  readLogs: operation({
    method: 'GET',
    path: '/logs/logs',
    summary: 'Read a part of the log',
    tier: 'read',
    query: Type.Object({
      ...filters,
      service: Type.Optional(
        Type.Array(Type.String(names('logService')), {
          description: `systemd unit names, or ${LOG_SERVICES.join(', ').replace('smb', 'samba')}, osd.<id>; omit for all`,
        }),
      ),
      before: Type.Optional(Type.Number({ description: 'Unix timestamp of the latest entry; needs after' })),
      cursor: Type.Optional(Type.String({ description: 'continue after this cursor of an earlier answer' })),
    }),
    reply: Type.Array(LogEvent),
  }),
} as const;
