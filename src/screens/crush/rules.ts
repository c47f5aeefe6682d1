import type { CrushRule } from '../../api/contract/crush.ts';
import { domainWords, takesOf, takeWords } from '../../diagnosis/evidence/ruleTakes.ts';
import { commandLine } from '../../lib/shell.ts';
import { heading } from '../../lib/textLine.ts';
import { warn } from '../../store/answers/preflight.ts';
import { answered } from '../../store/answers/rowAnswers.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Acts, Shown } from '../../store/cockpit.ts';
import { checkInput } from '../action/checkInput.ts';
import { valueText } from '../action/valueText.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { listScreen, rowAction, screenAction } from '../list/screen.ts';
import { type Screen, showPane } from '../screen.ts';
import { checkRuleDeletion, usersOfRule } from './checks.ts';
import { checkDomains, hierarchyFields, readRuleName } from './ruleForms.ts';

const GROUP = 'Placement';

/** A rule with the names of the pools that use it. */
interface RuleRow {
  readonly rule: CrushRule;
  readonly pools: readonly string[];
}

const ruleCommand = (...words: readonly unknown[]) => commandLine('ceph', 'osd', 'crush', 'rule', ...words);

const rules: Screen = listScreen<RuleRow>()({
  id: 'crush-rules',
  names: ['rules', 'crush-rules'],
  group: GROUP,
  title: 'CRUSH rules',
  help: 'How copies are placed: the rules and the pools that use them; Enter shows the steps of one',
  reads: () => ({ rules: resources.rules, pools: resources.pools }),
  rows: ({ rules: all, pools }) => ({
    rows: all.map((rule): RuleRow => ({ rule, pools: usersOfRule(rule.id, pools) })),
  }),
  rowId: ({ rule }) => rule.name ?? `${rule.id}`,
  answers: ({ rule }) => [answered('listCrushRules', rule)],
  columns: [
    textColumn(
      { id: 'name', title: 'RULE', flex: 1, min: 20, max: 40, priority: 0, name: true },
      ({ rule }) => rule.name,
    ),
    numberColumn({ id: 'id', title: 'ID', width: 4, priority: 4 }, ({ rule }) => rule.id),
    textColumn({ id: 'type', title: 'TYPE', width: 10, priority: 2 }, ({ rule }) => rule.type?.toLowerCase()),
    textColumn({ id: 'takes', title: 'FROM', flex: 1, min: 12, max: 32, priority: 1 }, ({ rule }) =>
      takeWords(rule),
    ),
    textColumn({ id: 'domain', title: 'SPREADS OVER', width: 12, priority: 3 }, ({ rule }) =>
      domainWords(rule),
    ),
    textColumn({ id: 'pools', title: 'POOLS', flex: 3, min: 12, priority: 1 }, (row) =>
      row.pools.length === 0 ? 'none' : row.pools.join(', '),
    ),
  ],
  empty: 'No CRUSH rules. Press n to create one.',
  describe: (_cockpit, { rule, pools }) => {
    return {
      title: `CRUSH rule ${rule.name ?? ''}`,
      facts: [
        ['id', String(rule.id ?? '--')],
        ['type', rule.type?.toLowerCase() ?? '--'],
        ['copies', `${rule.minSize ?? '--'} to ${rule.maxSize ?? '--'}`],
        ['spreads over', domainWords(rule) || '--'],
      ],
      text: [
        heading('Steps'),
        ...(rule.steps ?? []).map((step) => `  ${step.crushMapTextFormat ?? step.op ?? ''}`),
        '',
        heading('Pools placed by it'),
        ...(pools.length === 0 ? ['  none'] : pools.map((name) => `  ${name}`)),
      ],
    };
  },
  links: ({ rule, pools }) => [
    ...pools.map((name) => ({ label: `pool ${name}`, screen: 'pool', scope: { pool: name } })),
    ...takesOf(rule).map(({ bucket }) => ({
      label: `bucket ${bucket} in the CRUSH tree`,
      go: (cockpit: Shown & Acts) => showPane(cockpit, 'crush', `name:${bucket}`),
    })),
    { label: 'device classes', screen: 'device-classes', scope: {} },
  ],
  actions: [
    screenAction(
      'createSimpleCrushRule',
      { id: 'create', keys: ['n'], label: 'new', help: 'Create a rule' },
      (_scope, cockpit) => ({
        title: 'Create a CRUSH rule',
        target: 'the new rule',
        freshFields: () => {
          const { start, domain, deviceClass } = hierarchyFields(cockpit);
          return {
            'body.name': { label: 'name', read: readRuleName(cockpit) },
            'body.startBucket': start,
            'body.independent': domain,
            'body.deviceClass': deviceClass,
            'body.erasureCoding': { label: 'for EC pools', initial: 'false' },
          };
        },
        effect: 'Adds a rule that no pool uses yet: no data moves until a pool uses it.',
        undo: 'delete the rule',
        cli(values) {
          const words = (['name', 'startBucket', 'independent', 'deviceClass'] as const).map((name) =>
            valueText(values[`body.${name}`]),
          );
          return ruleCommand('create-replicated', ...words.filter((word) => word !== ''));
        },
        checks: (values) =>
          checkDomains(
            cockpit,
            values['body.startBucket'],
            values['body.independent'],
            values['body.deviceClass'],
          ),
        needs: [resources.crush, resources.rules],
        refreshes: [resources.rules],
      }),
    ),
    screenAction(
      'createSsdPrimaryCrushRule',
      {
        id: 'create-ssd-primary',
        keys: ['N'],
        label: 'new SSD+HDD',
        help: 'Create a rule with the first copies on SSD and the others on HDD',
      },
      (_scope, cockpit) => ({
        title: 'Create a rule with the first copies on SSD',
        target: 'the new rule',
        freshFields: () => {
          const [ssd, hdd] = [hierarchyFields(cockpit, 'ssd'), hierarchyFields(cockpit, 'hdd')];
          return {
            'body.name': { label: 'name', read: readRuleName(cockpit) },
            'body.ssdStartBucket': ssd.start,
            'body.ssdIndependent': ssd.domain,
            'body.ssdDeviceClass': ssd.deviceClass,
            'body.hddStartBucket': hdd.start,
            'body.hddIndependent': hdd.domain,
            'body.hddDeviceClass': hdd.deviceClass,
            'body.ssdCopies': { label: 'copies on SSD', initial: '1' },
          };
        },
        effect:
          'Adds a rule that no pool uses yet. Clients read from the copies on SSD; writes wait for the slowest copy.',
        undo: 'delete the rule',
        checks: (values) => [
          warn(
            'an SSD and an HDD of one host can hold copies of the same object: losing that host costs two copies',
          ),
          ...(['ssd', 'hdd'] as const).flatMap((kind) =>
            checkDomains(
              cockpit,
              values[`body.${kind}StartBucket`],
              values[`body.${kind}Independent`],
              values[`body.${kind}DeviceClass`],
            ),
          ),
        ],
        needs: [resources.crush, resources.rules],
        refreshes: [resources.rules],
      }),
    ),
    rowAction(
      'deleteCrushRule',
      { id: 'delete', keys: ['D'], label: 'delete', help: 'Delete the rule' },
      ({ rule }, _scope, cockpit) => ({
        title: `Delete CRUSH rule ${rule.name}`,
        target: rule.name ?? '',
        input: { params: { name: rule.name ?? '' } },
        effect: 'Deletes the rule. Data stays where it is; no pool can use the rule any more.',
        undo: 'create it again',
        cli: () => ruleCommand('rm', rule.name),
        checks: () => checkRuleDeletion(rule.id, checkInput(cockpit)),
        needs: [resources.pools, resources.rules, resources.status],
        refreshes: [resources.rules],
        stillThere: () =>
          (cockpit.cache.slot(resources.rules).data ?? []).some(({ name }) => name === rule.name),
      }),
    ),
  ],
});

export const crushRuleScreens: readonly Screen[] = [rules];
