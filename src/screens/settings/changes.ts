import { commandLine } from '../../lib/shell.ts';
import type { Plan } from '../../store/action/plan.ts';
import type { PreflightCheck } from '../../store/answers/preflight.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { callPlan } from '../action/call.ts';
import { oneOf } from '../fields/fields.ts';
import {
  type AnySetting,
  isSecret,
  masked,
  readSetting,
  typedText,
  valueHint,
  settingText,
} from './value.ts';

const GENERAL = 'The daemons concerned apply the value as soon as they can.';

function checks({ level, canUpdateAtRuntime }: AnySetting): readonly PreflightCheck[] {
  return [
    ...(level?.toLowerCase() === 'dev'
      ? [{ level: 'warn' as const, text: 'a setting for developers: wrong values lose data' }]
      : []),
    ...(canUpdateAtRuntime === false
      ? [
          {
            level: 'warn' as const,
            text: 'daemons apply it only when they start: restart them one after the other',
          },
        ]
      : []),
  ];
}

/** Changes a setting. Without `fixedName` the form also asks for the name, which can restrict the setting to some daemons. */
export function changePlan(
  cockpit: Known & Shown,
  setting: AnySetting,
  { fixedName }: { readonly fixedName: boolean },
): Plan {
  const { name = '', value, unit, description = '' } = setting;
  const secret = isSecret(setting);
  const plan = callPlan(cockpit, {
    operation: 'changeSetting',
    title: `Change ${name}`,
    target: name,
    ...(fixedName ? { input: { body: { name } } } : {}),
    ask: fixedName ? ['body.value'] : ['body.value', 'body.name'],
    fields: {
      'body.value': {
        label: 'value',
        hint: valueHint(setting),
        ...(value?.type === 'BOOL' && { choices: oneOf(['true', 'false']) }),
        initial: secret ? '' : typedText(value),
        read: (text) => readSetting(setting, text),
      },
      'body.name': {
        label: 'setting',
        hint: 'for some daemons only: osd:NAME, osd.3:NAME',
        initial: name,
        read: (text) =>
          optionOf(text) === optionOf(name)
            ? { value: text }
            : {
                problem: `This changes ${optionOf(name)}: type it alone, or with the daemons before it, as in osd:${optionOf(name)}.`,
              },
      },
    },
    effect: description === '' ? GENERAL : description,
    undo: secret ? 'change it back: note the old value first' : `set it to ${settingText(value, unit)} again`,
    inverse: ({ 'body.name': asked = name }, before) =>
      before && asked === name
        ? () =>
            value?.value !== setting.default?.value
              ? changePlan(cockpit, setting, { fixedName: true })
              : resetPlan(cockpit, setting)
        : undefined,
    cli: ({ 'body.value': given, 'body.name': asked = name }) =>
      `${configCommand('set', asked)} ${secret ? '***' : commandLine(typedText(given ?? {}))}`,
    checks: () => checks(setting),
  });
  return secret
    ? { ...plan, fields: plan.fields.map((field) => ({ ...field, secret: field.name === 'body.value' })) }
    : plan;
}

/** The option in the name of a setting, which may begin with the daemons that it is for: `osd.3:debug_osd`. */
const optionOf = (name: string): string => name.slice(name.lastIndexOf(':') + 1);

/** A `ceph config` command, which takes `osd.3:debug_osd` as `osd.3 debug_osd`. */
function configCommand(verb: string, name: string): string {
  const who = name.slice(0, Math.max(0, name.lastIndexOf(':'))) || 'global';
  return commandLine('ceph', 'config', verb, who, optionOf(name));
}

/** Returns a setting to its default. */
export function resetPlan(cockpit: Known & Shown, setting: AnySetting): Plan {
  const { name = '', value, default: usual, unit } = setting;
  return callPlan(cockpit, {
    operation: 'resetSetting',
    title: `Reset ${name}`,
    target: name,
    input: { body: { name } },
    effect: `The setting goes back to its default, ${settingText(masked(setting).default ?? usual, unit)}.`,
    undo: isSecret(setting)
      ? 'set it again: note the value first'
      : `set it to ${settingText(value, unit)} again`,
    inverse: () => (isSecret(setting) ? undefined : () => changePlan(cockpit, setting, { fixedName: true })),
    cli: () => configCommand('rm', name),
    checks: () => checks(setting),
  });
}
