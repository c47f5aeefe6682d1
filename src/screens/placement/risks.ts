import { plainBytes as bytes, duration, percent } from '../../lib/format.ts';
import { byLevel } from '../../store/answers/level.ts';
import { answered } from '../../store/answers/rowAnswers.ts';
import { judgeBackups, OLD_BACKUP_S } from '../../store/facts/backups.ts';
import { disksAtRisk } from './osdRisks.ts';
import { type Risk, risk, type RiskInput } from './risk.ts';

/** The usage of a quota at or above which it counts as a risk. */
const QUOTA_SHARE = 0.8;
/** The time for which a failed task counts as a risk. */
const DAY_MS = 86_400_000;

function poolsAtRisk({ pools = [] }: RiskInput): Risk[] {
  return pools.flatMap((pool): Risk[] => {
    const { name = '', size = 0, minSize = 0, stats, quotaMaxBytes = 0, quotaMaxObjects = 0 } = pool;
    const needed = pool.erasureCoding === true ? (pool.dataChunks ?? 1) : 1;
    const found: Risk[] = [];
    const used = quotaMaxBytes > 0 ? (stats?.bytes ?? 0) / quotaMaxBytes : 0;
    const counted = quotaMaxObjects > 0 ? (stats?.objects ?? 0) / quotaMaxObjects : 0;
    if (Math.max(used, counted) >= QUOTA_SHARE) {
      const share = Math.max(used, counted);
      const of = used >= counted ? bytes(quotaMaxBytes) : `${quotaMaxObjects} objects`;
      found.push(
        risk(
          `quota.${name}`,
          share >= 1 ? 'error' : 'warn',
          ['quota', `pool ${name} has used ${percent(share)} of ${of}`, 'raise the quota (:pools)'],
          [answered('listPools', pool)],
        ),
      );
    }
    if (size > 0 && size - needed < 2 && (stats?.objects ?? 0) > 0)
      found.push(
        risk(
          `copies.${name}`,
          'warn',
          [
            'copies',
            `pool ${name} survives the loss of ${size > needed ? 'one copy' : 'no copy'} at most`,
            'raise its size (:pools)',
          ],
          [answered('listPools', pool)],
        ),
      );
    if (size > 1 && minSize >= size)
      found.push(
        risk(
          `min-size.${name}`,
          'warn',
          ['copies', `pool ${name} stops I/O as soon as a copy is missing`, 'lower its min size (:pools)'],
          [answered('listPools', pool)],
        ),
      );
    return found;
  });
}

function servicesAtRisk({ facts, status }: RiskInput): Risk[] {
  const ofStatus = [answered('getClusterStatus', status)];
  const found = facts
    .services()
    .filter(({ id, online, total }) => id !== 'servers' && (online < total || online === 1))
    .map(({ id, label, online, total, level }) =>
      online < total
        ? risk(
            `service.${id}`,
            level,
            ['service', `${online} of ${total} ${label} online`, 'look at its log (:logs)'],
            ofStatus,
          )
        : risk(
            `service.${id}`,
            'warn',
            ['service', `${label} has no second instance`, 'add another one'],
            ofStatus,
          ),
    );
  const { online = 0, total = 0 } = status?.servers ?? {};
  if (online < total)
    found.push(
      risk('servers', 'error', ['server', `${online} of ${total} servers online`, 'see :servers'], ofStatus),
    );
  if (status?.licenseActive === false)
    found.push(risk('licence', 'warn', ['licence', 'the licence is not active', 'renew it'], ofStatus));
  return found;
}

function upkeepAtRisk({ facts }: RiskInput): Risk[] {
  const now = facts.now();
  const found = facts
    .flags()
    .filter(({ off }) => off)
    .map(({ name, on, effect, flag }) =>
      risk(
        `flag.${name}`,
        'warn',
        ['flag', `${name} is ${on ? 'set' : 'not set'}: ${effect}`, `${on ? 'unset' : 'set'} it (M)`],
        [answered('listFlags', flag)],
      ),
    );
  for (const { id, name, object, lastLine, level, startedAt = -Infinity, task } of facts.tasks()) {
    if (level !== 'error' || task === undefined || now - startedAt >= DAY_MS) continue;
    found.push(
      risk(
        id,
        'warn',
        ['task', `${name} ${object} failed: ${lastLine}`, 'see its output (:all-tasks)'],
        [answered('listTasks', task)],
      ),
    );
  }
  return found;
}

function backupsAtRisk({ facts, backups }: RiskInput): Risk[] {
  if (backups === undefined) return [];
  const seconds = judgeBackups(backups, facts.now());
  const backup = (text: string, next: string): Risk[] => [
    risk('backup', 'warn', ['backup', text, next], [answered('getConfigBackups', backups)]),
  ];
  if (seconds === 'off') return backup('configuration backups are switched off', 'switch them on');
  if (seconds === 'never') return backup('the configuration was never backed up', 'back it up now');
  if (seconds <= OLD_BACKUP_S) return [];
  return backup(`the last configuration backup is ${duration(seconds)} old`, 'back it up now');
}

/** All risks, worst first, even while the health is OK. */
export const selectRisks = (input: RiskInput): readonly Risk[] =>
  [disksAtRisk, poolsAtRisk, servicesAtRisk, upkeepAtRisk, backupsAtRisk]
    .flatMap((find) => find(input))
    .sort((a, b) => byLevel(a.level, b.level));
