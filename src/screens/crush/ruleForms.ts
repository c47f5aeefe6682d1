import { plural } from '../../lib/words.ts';
import type { Field } from '../../store/action/field.ts';
import { type PreflightCheck, ok, warn } from '../../store/answers/preflight.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known } from '../../store/cockpit.ts';
import type { FieldChange } from '../action/call.ts';
import { FAILURE_DOMAINS } from '../choices/sources.ts';
import { readCephName } from '../fields/readers.ts';
import { domainsFor } from './checks.ts';

const buckets = (cockpit: Known) =>
  [...cockpit.facts.tree().byId.values()].filter((node) => node.type !== 'OSD');

/**
 * Form fields for the start, the failure domain and the device class of a rule.
 * @param device the class of devices that they are about, if the form asks for more than one
 */
export function hierarchyFields(
  cockpit: Known,
  device?: 'ssd' | 'hdd',
): Readonly<Record<'start' | 'domain' | 'deviceClass', FieldChange>> {
  const of = device === undefined ? '' : `${device.toUpperCase()}: `;
  const nodes = buckets(cockpit);
  const roots = nodes.filter((node) => node.parentId === undefined).map((node) => node.name);
  const readBucket: Field['read'] = (text) => {
    if (text === '') return { problem: 'It must be filled in.' };
    return nodes.length === 0 || nodes.some((node) => node.name === text)
      ? { value: text }
      : { problem: `There is no bucket ${text} in the CRUSH map.` };
  };
  const readDomain: Field['read'] = (text) =>
    FAILURE_DOMAINS.includes(text.toLowerCase())
      ? { value: text.toLowerCase() }
      : { problem: `Type one of ${FAILURE_DOMAINS.join(', ')}.` };
  return {
    start: {
      label: `${of}starts from`,
      hint: 'a bucket of the CRUSH map, such as its root',
      initial: roots[0] ?? '',
      read: readBucket,
    },
    domain: {
      label: `${of}failure domain`,
      hint: 'no two copies share one of these',
      initial: 'host',
      read: readDomain,
    },
    deviceClass: {
      label: `${of}device class`,
      hint: 'only devices of this class; empty for all',
      initial: device ?? '',
    },
  };
}

/** Reads the name of a new rule. */
export const readRuleName =
  (cockpit: Known): Field['read'] =>
  (text) => {
    const { data = [] } = cockpit.cache.slot(resources.rules);
    return data.some(({ name }) => name === text)
      ? { problem: `A rule ${text} already exists.` }
      : readCephName(text);
  };

/** Checks the number of failure domains that a rule would find: with fewer than copies, placement groups stay undersized. */
export function checkDomains(
  cockpit: Known,
  bucket: string | undefined,
  domain: string | undefined,
  deviceClass: string | undefined,
): PreflightCheck[] {
  if (bucket === undefined || domain === undefined) return [];
  const tree = cockpit.facts.tree();
  const start = [...tree.byId.values()].find((node) => node.name === bucket);
  if (!start) return [];
  // The form offers an empty choice for all classes.
  const found = domainsFor(tree, start.id, { domain, deviceClass: deviceClass || undefined });
  const words = `${plural(found, domain)} below ${bucket} with such OSDs`;
  return [found < 3 ? warn(`${words}: no pool can keep more copies than that`) : ok(words)];
}
