import fastify, { type FastifyInstance } from 'fastify';
import { messageOf } from '../../lib/thrown.ts';
import type { Decisions } from '../decisions.ts';
import { Refusal } from '../engine.ts';
import { listen } from './listen.ts';

const idOf = (params: unknown): number => {
  const { id } = params as { id: string };
  if (!/^\d{1,15}$/.test(id))
    throw new Refusal(400, `${JSON.stringify(id)} is not the number of a change request`);
  return Number(id);
};

/**
 * Opens the control socket, on which change requests are decided: a unix socket that only its owner can use. It
 * serves HTTP with JSON: GET /changes, POST /changes/ID/approve and POST /changes/ID/reject.
 * @param onDecided called after a decision, which may have changed the cluster
 * @throws ListenError
 */
export async function openControl(
  path: string,
  decisions: Decisions,
  onDecided: () => void,
): Promise<FastifyInstance> {
  const app = fastify();
  app.setErrorHandler((error, _request, reply) =>
    error instanceof Refusal
      ? reply.code(error.status).send({ message: error.message })
      : reply.code(500).send({ message: messageOf(error) }),
  );
  app.get('/changes', () => decisions.list());
  const decide = async (decision: Promise<string>) => {
    const message = await decision.finally(onDecided);
    return { message };
  };
  app.post('/changes/:id/approve', ({ params }) =>
    decide(decisions.approve(idOf(params), 'operator of the management node')),
  );
  app.post('/changes/:id/reject', ({ params }) => decide(decisions.reject(idOf(params))));
  await listen(app, { kind: 'unix', path });
  return app;
}
