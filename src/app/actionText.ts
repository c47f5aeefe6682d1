import { contract } from '../api/contract/index.ts';
import type { Look, Role } from '../lib/look.ts';
import { fit, visible, width } from '../lib/text.ts';
import type { Cockpit } from '../store/cockpit.ts';
import { blocker, type Flow, passphrase } from '../store/flow.ts';
import type { Danger } from '../store/select/dangers.ts';
import { progressText } from '../store/transferText.ts';

const TIER_ROLE = { read: 'accent', reversible: 'info', disruptive: 'warn', destructive: 'danger' } as const;

/** The frame of an action's dialog shows how much harm it can do. */
export const tierRole = (flow: Flow): Role => TIER_ROLE[flow.plan.tier];

/** Title of the dialog: what, and on which cluster, so that nobody acts on the wrong one. */
export function actionTitle(cockpit: Cockpit, flow: Flow): string {
  const fsid = cockpit.facts.cluster().fsid?.slice(0, 8);
  const name = visible(cockpit.context.name, cockpit.look.unicode);
  const cluster = `${cockpit.context.production ? 'PROD ' : ''}${name}${fsid === undefined ? '' : ` ${visible(fsid)}`}`;
  return `${visible(flow.plan.title, cockpit.look.unicode)} on ${cluster}`;
}

/** The request as it will be sent: method, path with its parameters, body. */
function requestLine(flow: Flow): string {
  const { method, path } = contract[flow.plan.operation];
  const { params = {}, query = {}, body, form } = (flow.plan.preview ?? flow.plan.input)(flow.values);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  const content = body ?? form;
  return `${method} ${filled}${search.length > 0 ? `?${search.join('&')}` : ''}${content === undefined ? '' : ` ${JSON.stringify(maskValues(flow, content))}`}`;
}

function dangerLine(look: Look, danger: Danger): string {
  const role = danger.level === 'block' ? 'error' : danger.level === 'warn' ? 'warn' : 'ok';
  const sign =
    danger.level === 'block'
      ? look.glyphs.error
      : danger.level === 'warn'
        ? look.glyphs.warn
        : look.glyphs.ok;
  return `${look.paint(role, sign)} ${visible(danger.text, look.unicode)}`;
}

function checksText(look: Look, flow: Flow): string[] {
  if (flow.phase.step === 'checking') return [look.paint('dim', 'Checking the cluster ...')];
  return [
    ...(flow.stale
      ? [look.paint('error', 'The state could not be read again: these checks rest on old data.')]
      : []),
    ...flow.dangers.map((danger) => dangerLine(look, danger)),
  ];
}

/** The fields of the form with what was typed, the one that is being typed marked, and what it takes below. */
function formLines(look: Look, { plan }: Flow, phase: Extract<Flow['phase'], { step: 'form' }>): string[] {
  const names = Math.max(...plan.fields.map((field) => width(field.label)));
  const lines = plan.fields.map((field, index) => {
    const current = index === phase.field;
    const sign = current ? look.paint('accent', look.glyphs.cursor) : ' ';
    const text = phase.texts[index] ?? '';
    const shown = field.secret ? '*'.repeat(text.length) : visible(text, look.unicode);
    const label = `${fit(field.label, names)}${field.required ? look.paint('warn', '*') : ' '}`;
    return `${sign} ${current ? look.paint('strong', label) : label} ${shown}`;
  });
  const hint = plan.fields[phase.field]?.hint ?? '';
  return [
    ...(plan.fields.length > 1 ? [...lines, ''] : [look.paint('strong', plan.fields[0]?.label ?? '')]),
    look.paint('dim', visible(hint, look.unicode)),
  ];
}

/** Secrets are not written on the screen, not even by the one who typed them. */
function maskValues(flow: Flow, content: unknown): unknown {
  const secrets = new Set(
    flow.plan.fields.filter((field) => field.secret).map((field) => field.name.replace(/^\w+\./, '')),
  );
  if (secrets.size === 0 || typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, secrets.has(name) ? '***' : value]),
  );
}

/** How far the files are that are being sent. */
function uploadLines({ transfers, clock, look }: Cockpit): string[] {
  return transfers.store
    .getState()
    .running.filter(({ way }) => way === 'up')
    .map((one) => `${visible(one.name, look.unicode)}: ${progressText(one, clock.now())}`);
}

/** What the person is asked for, in one line under the checks. */
function question(cockpit: Cockpit, flow: Flow): string[] {
  const { look } = cockpit;
  const { phase, plan } = flow;
  const problem =
    'problem' in phase && phase.problem !== undefined
      ? [look.paint('error', visible(phase.problem, look.unicode))]
      : [];
  switch (phase.step) {
    case 'checking':
      return [];
    case 'form':
      return [...formLines(look, flow, phase), ...problem];
    case 'confirm':
      if (blocker(flow) !== undefined) return [look.paint('error', 'It cannot be done now: see above.')];
      if (plan.tier === 'reversible' && !flow.stale)
        return [...problem, `Press ${look.paint('key', 'y')} to go ahead.`];
      return [...problem, `Type ${look.paint('key', passphrase(flow))} and press Enter to go ahead.`];
    case 'countdown':
      return [look.paint('danger', ` Sending in ${phase.seconds} s. Any key calls it off. `)];
    case 'sending':
      return [look.paint('info', 'Sent, waiting for the answer ...'), ...uploadLines(cockpit)];
    case 'result':
      if (phase.result.kind === 'done') return [look.paint('ok', phase.result.text)];
      return [
        look.paint(
          'error',
          phase.result.kind === 'unknown'
            ? 'Outcome unknown: the request may have taken effect. The state is being read again.'
            : 'Nothing was changed.',
        ),
        visible(phase.result.failure.message, look.unicode),
      ];
  }
}

/** The lines of an action's dialog: effect, request, equivalent command, checks, undo, question. */
export function actionLines(cockpit: Cockpit, flow: Flow): string[] {
  const { look } = cockpit;
  const { plan } = flow;
  const filled = plan.fields.length === 0 || (flow.phase.step !== 'form' && flow.phase.step !== 'checking');
  // What is only noted sends nothing.
  const complete = filled && plan.note === undefined;
  const checks = checksText(look, flow);
  const label = (name: string) => look.paint('dim', name.padEnd(7));
  const clean = (text: string) => visible(text, look.unicode);
  // The request and the question stand last: where the dialog is higher than the screen, its end is shown.
  return [
    clean(plan.effect),
    '',
    ...(checks.length > 0 ? [...checks, ''] : []),
    ...(complete
      ? [
          plan.runs === undefined
            ? `${label('sends')}${clean(requestLine(flow))}`
            : `${label('runs')}${clean(plan.runs)}`,
        ]
      : []),
    ...(complete && plan.cli ? [`${label('like')}${clean(plan.cli(flow.values))}`] : []),
    `${label('undo')}${clean(plan.undo)}`,
    '',
    ...question(cockpit, flow),
  ];
}
