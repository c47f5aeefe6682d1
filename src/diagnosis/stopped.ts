import type { DiagnosticEvidence } from './evidence/evidence.ts';
import { pausedText } from './evidence/flags.ts';
import { GATEWAYS } from './symptoms.ts';

/** Matches a detail line of MDS_ALL_DOWN: `fs storefs is offline because no MDS is active for it.` */
const OFFLINE = /^fs (.+) is offline/;

/** What serves no client although its data may be there, in words: paused requests, filesystems, kinds of gateways. */
export function stoppedIn({ checks, flags, status }: DiagnosticEvidence): readonly string[] {
  const paused = pausedText(flags);
  const offline = checks.get('MDS_ALL_DOWN');
  const named = (offline?.detail ?? []).flatMap((line) => OFFLINE.exec(line)?.[1] ?? []);
  const gateways = (Object.keys(GATEWAYS) as (keyof typeof GATEWAYS)[]).flatMap((field) => {
    const { online, total = 0 } = status?.[field] ?? {};
    return online === 0 && total > 0 ? [`no ${GATEWAYS[field]} gateway runs`] : [];
  });
  return [
    ...(paused === '' ? [] : [`${paused} of all clients are paused`]),
    ...(offline !== undefined && named.length === 0 ? [offline.message] : []),
    ...named.map((name) => `the filesystem ${name} is offline`),
    ...gateways,
  ];
}
